// One connection that listens for NOTIFY, opened again whenever it breaks.
import pg from 'pg'
import type { Log } from '../log.ts'
import { connectionOf, refuseOtherRole, type DatabaseLocation } from './connection.ts'

export interface Listener {
  on(channel: string, handler: (payload: string) => void): void
  /** Called after the connection was lost and is back: notifications in between are unknown. */
  onGap(handler: () => void): void
  start(): Promise<void>
  close(): Promise<void>
}

const retryAfter = 500

export const createListener = (location: DatabaseLocation, log: Log): Listener => {
  const handlers = new Map<string, Set<(payload: string) => void>>()
  const gapHandlers = new Set<() => void>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const dispatch = ({ channel, payload }: pg.Notification): void =>
    handlers.get(channel)?.forEach((handle) => handle(payload ?? ''))

  /** Later notifications wait until the gap before them was reported. */
  const connect = async (afterGap = false): Promise<void> => {
    const fresh = new pg.Client({ ...connectionOf(location, 'app_system'), keepAlive: true })
    const early: pg.Notification[] = []
    const keep = (notification: pg.Notification) => void early.push(notification)
    fresh.on('notification', keep)
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection broke'))
    fresh.on('end', reconnect)
    await fresh.connect()
    await refuseOtherRole(fresh, 'app_system').catch(async (error: unknown) => {
      await fresh.end()
      throw error
    })
    for (const channel of handlers.keys()) await fresh.query(`listen ${channel}`)
    if (closed) return fresh.end()
    client = fresh
    if (afterGap) gapHandlers.forEach((handle) => handle())
    fresh.off('notification', keep).on('notification', dispatch)
    early.forEach(dispatch)
  }

  const reconnect = (): void => {
    if (closed) return
    client = undefined
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect(true).catch(reconnect)
    }, retryAfter)
  }

  return {
    on(channel, handler) {
      if (client) throw new Error('Channels are named before the listener starts')
      handlers.set(channel, (handlers.get(channel) ?? new Set()).add(handler))
    },
    onGap: (handler) => gapHandlers.add(handler),
    start: () => connect(),
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
