// Live updates: a row per change and a NOTIFY, so that every API process can update its screens, and a screen can catch
// up.
import { z } from 'zod'
import type { LiveTopic } from '#contract/live.ts'
import type { Listener } from '../db/listen.ts'
import { isDatabaseAway } from '../db/transient-fault.ts'
import { createFairUse } from '../http/fair-use.ts'
import type { Database, Tx } from '../db/scope.ts'
import { newId } from '../ids.ts'
import { defineJob, handleJob, type BoundJob } from '../jobs/define-job.ts'
import { deleteLiveEvents, insertLiveEvent, selectLiveEvents } from './queries.ts'
import { createScreens, type Entry, type Screen, type Viewer } from './screens.ts'

/** Publishes a change in its transaction. */
export const publish = (tx: Tx, clientId: string, topic: LiveTopic): Promise<void> =>
  insertLiveEvent(tx, { clientId, id: newId(), topic })

export interface LiveHub {
  /** Everything after `lastId` that is still stored, then everything that comes. Returns how to stop. */
  subscribe(clientId: string, lastId: string | undefined, screen: Screen): () => void
  /** Screens connected to this process. */
  connected(): number
  /** Closes the screens of one user, or with `*` of all users, that may no longer see updates. */
  recheck(subject: string): void
  /** Closes the screens of one sign-in. */
  endSignIn(originJti: string): void
  dismissAll(): void
}

interface HubOptions {
  database: Database
  listener: Pick<Listener, 'on' | 'onGap'>
  /** Checked when a screen opens, again after a possible change, and at intervals. */
  mayLook: (viewer: Viewer) => Promise<boolean>
}

/** Ids are created before the commit: read with an overlap, and the screen drops repetitions. */
const overlap = 10_000
const kept = 3_600_000
/** In case a notification was lost: together with other caches, no screen stays open for more than a minute. */
const recheckEvery = 20_000
const pageSize = 1000

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const floorId = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const createLiveHub = ({ database, listener, mayLook }: HubOptions): LiveHub => {
  const screens = createScreens()
  const fairly = createFairUse()
  const { sendAway } = screens
  const which = (isMeant: (entry: Entry) => boolean): Entry[] => screens.all().filter(isMeant)

  const sendMissed = async (entry: Entry): Promise<void> => {
    const { clientId, screen, lastId } = entry
    let after = floorId(timeOf(lastId) - overlap)
    for (;;) {
      const select = (tx: Tx) => selectLiveEvents(tx, clientId, { after, limit: pageSize })
      const page = await fairly(clientId, 'streams', () => database.inClient(clientId, select), { isUnderWay: true })
      if (!entry.isOpen) return
      for (const message of page) if (message.id !== lastId) screen.tell(message)
      after = page.at(-1)?.id ?? after
      if (page.length < pageSize) return
    }
  }
  const catchUp = (entry: Entry): void => void sendMissed(entry).catch(() => sendAway(entry))
  const closeUnless = (entry: Entry, mayStay: Promise<boolean>): void => void mayStay.then((may) => may || sendAway(entry))
  const check = (entry: Entry): void =>
    // A database that does not answer says nothing about the user: the next check will.
    closeUnless(entry, mayLook(entry.screen).catch(isDatabaseAway))

  listener.on('live', (payload) => {
    const [clientId = '', id = '', topic = ''] = payload.split(' ')
    for (const entry of screens.of(clientId)) {
      entry.lastId = id
      entry.screen.tell({ id, topic })
    }
  })
  listener.onGap(() => {
    for (const entry of screens.all()) {
      check(entry)
      catchUp(entry)
    }
  })

  return {
    connected: () => screens.all().length,
    recheck: (subject) => which(({ screen }) => subject === '*' || screen.subject === subject).forEach(check),
    endSignIn: (originJti) => which(({ screen }) => screen.originJti === originJti).forEach(sendAway),
    dismissAll: () => screens.all().forEach(sendAway),
    subscribe(clientId, lastId, screen) {
      const entry = screens.add(clientId, lastId, screen)
      // A change between the check of the token and this moment found no screen to close.
      closeUnless(
        entry,
        mayLook(screen).catch(() => false),
      )
      entry.rechecks = setInterval(check, recheckEvery, entry)
      if (lastId !== undefined) catchUp(entry)
      return () => screens.remove(entry)
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
