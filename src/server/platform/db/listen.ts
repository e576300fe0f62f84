// One connection that listens for NOTIFY, opened again whenever it breaks.
import pg from 'pg'
import type { Log } from '../log.ts'
import { connectionOf, type DatabaseLocation } from './connection.ts'

export interface Listener {
  on(channel: string, handler: (payload: string) => void): void
  /** Called after the connection was lost and is back: what was said in between is unknown. */
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

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ ...connectionOf(location, 'app_system'), keepAlive: true })
    fresh.on('notification', ({ channel, payload }) => handlers.get(channel)?.forEach((handle) => handle(payload ?? '')))
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection broke'))
    fresh.on('end', reconnect)
    await fresh.connect()
    for (const channel of handlers.keys()) await fresh.query(`listen ${channel}`)
    client = fresh
  }

  const reconnect = (): void => {
    if (closed) return
    client = undefined
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().then(() => gapHandlers.forEach((handle) => handle()), reconnect)
    }, retryAfter)
  }

  return {
    on(channel, handler) {
      if (client) throw new Error('Channels are named before the listener starts')
      handlers.set(channel, (handlers.get(channel) ?? new Set()).add(handler))
    },
    onGap: (handler) => gapHandlers.add(handler),
    start: connect,
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
