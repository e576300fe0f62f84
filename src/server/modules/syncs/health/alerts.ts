// Admins hear of runs that keep failing, are held back or skip rows: once when it begins and once when it is over, never for each run.
import type { RunErrorKind } from '#contract/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import {
  clearTrouble,
  clearAlerted,
  markAlerted,
  noteFailure,
  titleOf,
  type IntegrationRow,
  type IntegrationRef,
  type AlertKind,
} from '../../integrations/service.ts'
import { notify, settleNotices } from '../../notifications/service.ts'

const failuresTold = 3
const hoursTold = 6

const kinds = { failing: 'sync.failing', held: 'sync.held', skipping: 'sync.skipping' } as const

interface Told {
  source: IntegrationRow
  /** The run from which it is known. */
  by: string
  reason?: string
}

const placeOf = ({ client_id: clientId, id: integrationId }: IntegrationRow) => ({ clientId, integrationId })

const notifyAdmins = (
  tx: Tx,
  dispatcher: Dispatcher,
  kind: (typeof kinds)[AlertKind] | 'sync.resolved',
  { source, by, reason }: Told,
) =>
  notify(tx, dispatcher, {
    clientId: source.client_id,
    to: 'admins',
    kind,
    key: `${kind} ${source.id} ${by}`,
    data: {
      name: titleOf(source),
      integrationId: source.id,
      provider: source.type,
      ...(reason === undefined ? {} : { reason }),
    },
  })

const notifyOnce = async (tx: Tx, dispatcher: Dispatcher, what: AlertKind, told: Told): Promise<void> => {
  if (await markAlerted(tx, placeOf(told.source), what, new Date())) await notifyAdmins(tx, dispatcher, kinds[what], told)
}

interface Failure extends Told {
  errorKind: RunErrorKind
  /** False: the run waits and is tried again. */
  isOver: boolean
}

/** Lost access is told of by itself. */
const isToldElsewhere = (kind: RunErrorKind): boolean => kind === 'auth_lost' || kind === 'refused'

export const notifyFailure = async (tx: Tx, dispatcher: Dispatcher, { errorKind, isOver, ...told }: Failure): Promise<void> => {
  if (isToldElsewhere(errorKind)) return
  if (errorKind === 'held') return notifyOnce(tx, dispatcher, 'held', told)
  // Waiting for as long as a vendor asks is no failure.
  if (!isOver && errorKind === 'rate_limited') return
  const now = new Date()
  const failing = await noteFailure(tx, placeOf(told.source), { at: now, isOver })
  if (!failing) return
  const hours = (now.getTime() - failing.since.getTime()) / 3_600_000
  if (failing.failures >= failuresTold || hours >= hoursTold) await notifyOnce(tx, dispatcher, 'failing', told)
}

/** An admin has decided about what was held back. */
export const settlePendingRemoval = async (tx: Tx, place: IntegrationRef): Promise<void> => {
  await clearAlerted(tx, place, 'held')
  await settleNotices(tx, place.clientId, { kinds: [kinds.held], about: place.integrationId })
}

/** A run has come to its end. */
export const notifyRunEnded = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { skips, ...told }: Told & { skips: boolean },
): Promise<void> => {
  const over = await clearTrouble(tx, placeOf(told.source), { stillSkips: skips })
  if (over.length > 0) {
    const { client_id: clientId, id } = told.source
    await settleNotices(tx, clientId, { kinds: over.map((what) => kinds[what]), about: id })
    await notifyAdmins(tx, dispatcher, 'sync.resolved', told)
  }
  if (skips) await notifyOnce(tx, dispatcher, 'skipping', told)
}
