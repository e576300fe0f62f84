import type { Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { lockAndCheck } from '../lock-and-check.ts'
import { titleOf } from '../model.ts'
import { selectByHub } from '../queries.ts'
import * as integrations from '../service.ts'
import { keepHealth } from '../../syncs/health/service.ts'
import { askHealth } from '../vendors/service.ts'
import type { VendorApps } from '../vendors/model.ts'
import { currentToken } from '../vendors/session.ts'
import { answered } from '../vendors/failure.ts'

/** Asks the vendor now whether we still have access. The answer is the status of the integration. */
export const refreshIntegration = async (
  context: Context,
  { vendors, dispatcher }: { vendors: VendorApps; dispatcher: Dispatcher },
  integrationId: string,
): Promise<Integration> => {
  const { clientId, userId } = context.caller
  const ref = { clientId, integrationId }
  const row = await context.inClient((tx) => integrations.findIntegration(tx, ref))
  if (row.status === 'disconnected')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is disconnected. Reconnect it.' })
  const health = await answered(() => askHealth(vendors, row, { isForUser: true }))
  return context.asSystem('connecting: whether a source lets us in', async (tx) => {
    await lockAndCheck(tx, context)
    const now = await integrations.findIntegration(tx, ref)
    // The source was reconnected meanwhile: the answer is about the old access.
    if (now.version === row.version)
      await keepHealth(tx, dispatcher, { ref, name: titleOf(now), health, by: context.requestId, asked: userId })
    await record(tx, acts['integration.refreshed'], {
      clientId,
      object: { id: integrationId },
      after: { status: health.status },
    })
    return integrations.readIntegration(tx, ref)
  })
}

/** Returns a fresh access token of the caller's own account. The refresh token never leaves. */
export const freshToken = async (
  context: Context,
  vendors: VendorApps,
  { type, client_id, hub_id: hubId }: { type: ProviderType; client_id?: string | undefined; hub_id: string },
): Promise<{ refresh_token: ''; access_token: string }> => {
  const clientId = integrations.ownClient(context, client_id)
  const row = await context.inClient((tx) => selectByHub(tx, { clientId, type, hubId }))
  if (!row || row.status === 'disconnected') throw new AppError('NOT_FOUND')
  const access_token = await answered(() => currentToken(vendors, row))
  await context.asSystem('connecting: hand out an access token', async (tx) => {
    await lockAndCheck(tx, context)
    const now = await integrations.findIntegration(tx, { clientId, integrationId: row.id })
    if (now.status === 'disconnected') throw new AppError('NOT_FOUND')
    await record(tx, acts['integration.token_read'], { clientId, object: { id: row.id } })
  })
  return { refresh_token: '', access_token }
}
