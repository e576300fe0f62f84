// Whether the source of what is shared still works; what follows if it does not for long.
import type { Connection } from '#contract/connections/connections.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { startAttempts } from '#server/platform/jobs/attempts.ts'
import type { Log } from '#server/platform/log.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { sendToAdmins } from '../emails.ts'
import { refOf, requireTransition, type ConnectionRow } from '../model.ts'
import { updateConnection } from '../queries.ts'
import { lockSides, moveSides, type Sides, type Work } from '../sides.ts'
import { selectSources, type SourceRow } from './health-queries.ts'
import { isSharing } from './share.ts'

interface Parts {
  database: Database
  dispatcher: Dispatcher
  log: Log
}

const day = 86_400_000
const warnedAfterDays = 30
const endsAfterDays = 90
const atOnce = 500

type Health = Connection['health']

/** A source that is shared already has a day to recover. */
const healthOf = ({ state, status, status_since: statusSince, failing_since: failingSince }: SourceRow, now: Date): Health => {
  if (status === null || status === 'disconnected') return 'source_disconnected'
  const since = status === 'error' ? statusSince : failingSince
  if (since === null) return 'ok'
  return state === 'IN_PROCESS' || now.getTime() - since.getTime() > day ? 'source_error' : 'ok'
}

const setHealth = async ({ tx, dispatcher }: Work, { own, other }: Sides, health: Health, at: Date): Promise<void> => {
  const health_since = health === 'ok' ? null : (own.health_since ?? at)
  for (const row of [own, other]) {
    if (!row) continue
    const change = { health, health_since, ...(health === 'ok' ? { stale_warned_at: null } : {}) }
    const after = await updateConnection(tx, row, change, at)
    await record(tx, acts[health === 'ok' ? 'connection.recovered' : 'connection.source_failed'], {
      clientId: row.client_id,
      by: { origin: 'system' },
      object: { id: row.id, name: row.partner_name },
      before: { health: row.health },
      after: { health },
      isByProduct: true,
    })
    if (health !== 'ok' && row.side === 'COMPANY')
      await sendToAdmins(tx, dispatcher, { row: after, code: 'E12', reason: undefined })
  }
}

const daysOf = ({ health_since: since }: ConnectionRow, now: Date): number =>
  since === null ? 0 : (now.getTime() - since.getTime()) / day

/** Of what is shared already: warns the company after 30 days, and ends the connection after 90. */
const age = async (work: Work, sides: Sides, now: Date): Promise<void> => {
  const { own } = sides
  if (own.state !== 'ACTIVE') return
  const days = daysOf(own, now)
  if (days >= endsAfterDays) {
    const transition = requireTransition(own, 'go_stale', { kind: 'product' })
    await moveSides(work, sides, { act: 'connection.canceled', transition, at: now })
  } else if (days >= warnedAfterDays && own.stale_warned_at === null) {
    const warned = await updateConnection(work.tx, own, { stale_warned_at: now }, now)
    await sendToAdmins(work.tx, work.dispatcher, { row: warned, code: 'E16', reason: undefined })
  }
}

/** The product sets and takes back only what is about the source. */
const check = ({ database, dispatcher }: Parts, source: SourceRow, now: Date): Promise<void> =>
  database.asSystem('connections: whether a source works', async (tx) => {
    const sides = await lockSides(tx, refOf(source))
    const { own } = sides
    if (!isSharing(own) || own.health === 'subscription_hold') return
    const health = healthOf({ ...source, state: own.state }, now)
    const work = { tx, dispatcher, caller: undefined }
    if (health !== own.health) await setHealth(work, sides, health, now)
    else if (health !== 'ok') await age(work, sides, now)
  })

const needsCheck = (source: SourceRow, now: Date): boolean => {
  const health = healthOf(source, now)
  return health !== 'ok' || source.health !== 'ok'
}

/** Each connection by itself. */
export const sweepHealth = async (parts: Parts, now = new Date()): Promise<void> => {
  const { attempt, assertNoneFailed } = startAttempts(parts.log, 'connections.health')
  const readBatch = (after: string | undefined) =>
    parts.database.asSystem('connections: which sources are shared', (tx) => selectSources(tx, after, atOnce))
  let batch = await readBatch(undefined)
  while (batch.length > 0) {
    for (const source of batch.filter((one) => needsCheck(one, now)))
      await attempt({ ...refOf(source) }, () => check(parts, source, now))
    batch = batch.length < atOnce ? [] : await readBatch(batch.at(-1)?.id)
  }
  assertNoneFailed()
}
