// Admins are notified of runs that keep failing, wait for an approval or skip rows: once when it begins and once when it is over.
import type { RunErrorKind } from '#contract/syncs/runs.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { record } from '../../acts/service.ts'
import { clearTrouble, clearAlerted, markAlerted, noteFailure } from '../../integrations/health/service.ts'
import { titleOf, type IntegrationRow, type IntegrationRef, type AlertKind } from '../../integrations/model.ts'
import { settleNotices } from '../../notifications/service.ts'
import { acts } from '../acts.ts'

const failuresMax = 3
const hoursMax = 6

const alerts = { failing: acts['sync.failing'], held: acts['sync.removal_pending'], skipping: acts['sync.skipping'] }

interface Alert {
  source: IntegrationRow
  /** The run that found it. */
  by: string
  reason?: string
}

const refOf = ({ client_id: clientId, id: integrationId }: IntegrationRow): IntegrationRef => ({ clientId, integrationId })

const recordAlert = (
  tx: Tx,
  dispatcher: Dispatcher,
  act: (typeof alerts)[AlertKind] | (typeof acts)['sync.resolved'],
  { source, by, reason }: Alert,
): Promise<void> =>
  record(tx, act, {
    clientId: source.client_id,
    dispatcher,
    notice: {
      about: source.id,
      change: by,
      data: {
        name: titleOf(source),
        integrationId: source.id,
        provider: source.type,
        ...(reason === undefined ? {} : { reason }),
      },
    },
  })

const alertOnce = async (tx: Tx, dispatcher: Dispatcher, kind: AlertKind, alert: Alert): Promise<void> => {
  if (await markAlerted(tx, refOf(alert.source), kind, new Date())) await recordAlert(tx, dispatcher, alerts[kind], alert)
}

interface Failure extends Alert {
  errorKind: RunErrorKind
  /** False: the run waits and will be retried. */
  isOver: boolean
}

/** Lost access has its own notification. */
const isAccessLost = (kind: RunErrorKind): boolean => kind === 'auth_lost' || kind === 'refused'

export const notifyFailure = async (tx: Tx, dispatcher: Dispatcher, { errorKind, isOver, ...alert }: Failure): Promise<void> => {
  if (isAccessLost(errorKind)) return
  if (errorKind === 'held') return alertOnce(tx, dispatcher, 'held', alert)
  // Waiting for as long as a vendor asks is not a failure.
  if (!isOver && errorKind === 'rate_limited') return
  const now = new Date()
  const failing = await noteFailure(tx, refOf(alert.source), { at: now, isOver })
  if (!failing) return
  const hours = (now.getTime() - failing.since.getTime()) / 3_600_000
  if (failing.failures >= failuresMax || hours >= hoursMax) await alertOnce(tx, dispatcher, 'failing', alert)
}

/** An admin decided about a pending removal. */
export const settlePendingRemoval = async (tx: Tx, ref: IntegrationRef): Promise<void> => {
  await clearAlerted(tx, ref, 'held')
  await settleNotices(tx, ref.clientId, { kinds: [alerts.held.notify.kind], about: ref.integrationId })
}

/** A run has ended. */
export const notifyRunEnded = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { skips, ...alert }: Alert & { skips: boolean },
): Promise<void> => {
  const over = await clearTrouble(tx, refOf(alert.source), { stillSkips: skips })
  if (over.length > 0) {
    const { client_id: clientId, id } = alert.source
    await settleNotices(tx, clientId, { kinds: over.map((kind) => alerts[kind].notify.kind), about: id })
    await recordAlert(tx, dispatcher, acts['sync.resolved'], alert)
  }
  if (skips) await alertOnce(tx, dispatcher, 'skipping', alert)
}
