import type { Integration } from '#contract/integrations/integrations.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { needsOf, type IntegrationRow, type SourceChange } from '../model.ts'
import { updateIntegration } from '../queries.ts'
import { oweFullRun } from '../schedule/queries.ts'
import * as integrations from '../service.ts'
import { beginIfPossible } from '../../syncs/service.ts'
import { recordConnected } from '../connect/record-connected.ts'
import { checkSettings } from './check-settings.ts'

interface Change extends SourceChange {
  /** `merge`: settings that are not named stay unchanged. */
  how?: 'replace' | 'merge'
  version?: number | undefined
  /** Whether new settings are applied by a run immediately. */
  isRead?: boolean
}

const isSame = (before: IntegrationRow, after: IntegrationRow): boolean =>
  JSON.stringify(before.settings) === JSON.stringify(after.settings)

interface Changed {
  before: IntegrationRow
  after: IntegrationRow
  /** Whether the source may be synced now. */
  isRead: boolean
}

/**
 * New settings mean other rows, so everything is read again, later if that is not possible now. Turning syncing on
 * starts a run without waiting for the schedule.
 */
const readAgain = async (tx: Tx, dispatcher: Dispatcher, context: Context, { before, after, isRead }: Changed): Promise<void> => {
  const isOther = !isSame(before, after)
  if (!isOther && (before.syncing || !after.syncing)) return
  const params = { kind: isOther ? 'full' : 'incremental', origin: 'user', actor: context.caller.email } as const
  const begun = isRead ? await beginIfPossible(tx, dispatcher, after, params) : null
  if (begun === null && isOther) await oweFullRun(tx, { clientId: after.client_id, integrationId: after.id })
}

export const changeIntegration = (
  context: Context,
  dispatcher: Dispatcher,
  integrationId: string,
  { version, how = 'replace', isRead = true, settings, ...rest }: Change,
): Promise<Integration> =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    const ref = { clientId, integrationId }
    const before = await integrations.lockExisting(tx, ref)
    const next = settings && how === 'merge' ? { ...(before.settings as SyncSettings), ...settings } : settings
    if (next) checkSettings(before.type, next)
    if (!(await updateIntegration(tx, before, { change: { ...rest, settings: next }, version })))
      throw new AppError('STALE_VERSION')
    const after = await integrations.findIntegration(tx, ref)
    if (needsOf(before) !== null && needsOf(after) === null) await recordConnected(tx, after, context.caller.email)
    await readAgain(tx, dispatcher, context, { before, after, isRead })
    const facts = ({ name, attribute_id, interval_minutes, syncing }: IntegrationRow) => ({
      sourceName: name,
      attribute_id,
      interval_minutes,
      syncing,
    })
    await record(tx, acts['integration.changed'], {
      clientId,
      object: { id: integrationId },
      before: facts(before),
      after: { ...facts(after), ...(isSame(before, after) ? {} : { settings: 'changed' }) },
    })
    return integrations.readIntegration(tx, ref)
  })
