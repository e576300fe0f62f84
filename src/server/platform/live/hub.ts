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

type Subscriber = (message: LiveMessage) => void

/** Says that something changed, in the transaction that changes it. */
export const publish = (tx: Tx, clientId: string, topic: LiveTopic): Promise<void> =>
  insertLiveEvent(tx, { clientId, id: newId(), topic })

export interface LiveHub {
  /** Everything after `lastId` that is still kept, then everything that comes. Returns how to stop. */
  subscribe(clientId: string, lastId: string | undefined, subscriber: Subscriber): Promise<() => void>
  /** Screens connected to this process. */
  connected(): number
}

/** Ids are made before the commit: look back a little, the screen drops what it has seen. */
const overlap = 10_000
const kept = 3_600_000

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const floorId = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const createLiveHub = (database: Database, listener: Listener): LiveHub => {
  const subscribers = new Map<string, Set<{ tell: Subscriber; lastId: string }>>()

  const missed = (clientId: string, lastId: string): Promise<LiveMessage[]> =>
    database.inClient(clientId, (tx) => selectLiveEvents(tx, clientId, floorId(timeOf(lastId) - overlap)))

  const catchUp = async (clientId: string, entry: { tell: Subscriber; lastId: string }): Promise<void> => {
    const { lastId } = entry
    for (const message of await missed(clientId, lastId)) if (message.id !== lastId) entry.tell(message)
  }

  listener.on('live', (payload) => {
    const [clientId = '', id = '', topic = ''] = payload.split(' ')
    for (const entry of subscribers.get(clientId) ?? []) {
      entry.lastId = id
      entry.tell({ id, topic })
    }
  })
  listener.onGap(() => {
    for (const [clientId, entries] of subscribers) for (const entry of entries) void catchUp(clientId, entry)
  })

  return {
    connected: () => [...subscribers.values()].reduce((sum, entries) => sum + entries.size, 0),
    async subscribe(clientId, lastId, subscriber) {
      const entry = { tell: subscriber, lastId: lastId ?? newId() }
      const entries = subscribers.get(clientId) ?? new Set()
      subscribers.set(clientId, entries.add(entry))
      if (lastId !== undefined) await catchUp(clientId, entry)
      return () => {
        entries.delete(entry)
        if (entries.size === 0 && subscribers.get(clientId) === entries) subscribers.delete(clientId)
      }
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
