// Live updates: a row per change and a NOTIFY, so that every API process can tell the screens it serves, and a screen can catch up.
import { z } from 'zod'
import type { LiveTopic } from '#contract/live.ts'
import type { Listener } from '../db/listen.ts'
import type { Database, Tx } from '../db/scope.ts'
import { newId } from '../ids.ts'
import { defineJob, handleJob, type BoundJob } from '../jobs/define-job.ts'
import { deleteLiveEvents, insertLiveEvent, selectLiveEvents } from './queries.ts'

interface LiveMessage {
  id: string
  topic: string
}

/** One open screen. */
interface Screen {
  subject: string
  tell(message: LiveMessage): void
  /** It comes back by itself, with the place it had reached. */
  end(): void
}

/** Says that something changed, in the transaction that changes it. */
export const publish = (tx: Tx, clientId: string, topic: LiveTopic): Promise<void> =>
  insertLiveEvent(tx, { clientId, id: newId(), topic })

export interface LiveHub {
  /** Everything after `lastId` that is still kept, then everything that comes. Returns how to stop. */
  subscribe(clientId: string, lastId: string | undefined, screen: Screen): () => void
  /** Screens connected to this process. */
  connected(): number
  /** Sends the screens of one person away, or with `*` everybody's. */
  dismiss(subject: string): void
}

/** Ids are made before the commit: look back a little, the screen drops what it has seen. */
const overlap = 10_000
const kept = 3_600_000
const pageSize = 1000

interface Entry {
  clientId: string
  screen: Screen
  lastId: string
}

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const floorId = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const createLiveHub = (database: Database, listener: Listener): LiveHub => {
  const subscribers = new Map<string, Set<Entry>>()
  const everyone = (): Entry[] => [...subscribers.values()].flatMap((entries) => [...entries])
  const remove = (entry: Entry): void => {
    const entries = subscribers.get(entry.clientId)
    entries?.delete(entry)
    if (entries?.size === 0) subscribers.delete(entry.clientId)
  }
  const sendAway = (entry: Entry): void => {
    remove(entry)
    entry.screen.end()
  }

  const tellMissed = async ({ clientId, screen, lastId }: Entry): Promise<void> => {
    let after = floorId(timeOf(lastId) - overlap)
    for (;;) {
      const page = await database.inClient(clientId, (tx) => selectLiveEvents(tx, clientId, { after, limit: pageSize }))
      for (const message of page) if (message.id !== lastId) screen.tell(message)
      after = page.at(-1)?.id ?? after
      if (page.length < pageSize) return
    }
  }
  const catchUp = (entry: Entry): void => void tellMissed(entry).catch(() => sendAway(entry))

  listener.on('live', (payload) => {
    const [clientId = '', id = '', topic = ''] = payload.split(' ')
    for (const entry of subscribers.get(clientId) ?? []) {
      entry.lastId = id
      entry.screen.tell({ id, topic })
    }
  })
  listener.onGap(() => everyone().forEach(catchUp))

  return {
    connected: () => everyone().length,
    dismiss: (subject) =>
      everyone()
        .filter(({ screen }) => subject === '*' || screen.subject === subject)
        .forEach(sendAway),
    subscribe(clientId, lastId, screen) {
      const entry: Entry = { clientId, screen, lastId: lastId ?? newId() }
      const entries = subscribers.get(clientId) ?? new Set()
      subscribers.set(clientId, entries.add(entry))
      if (lastId !== undefined) catchUp(entry)
      return () => remove(entry)
    },
  }
}

const cleanLive = defineJob({ name: 'live.clean', data: z.object({}), retries: 2, retryDelay: 60 })

export const liveJobs = (database: Database): BoundJob[] => [
  handleJob(
    cleanLive,
    () =>
      database.asSystem('live: forget what no screen can still ask for', (tx) =>
        deleteLiveEvents(tx, new Date(Date.now() - kept)),
      ),
    '*/20 * * * *',
  ),
]
