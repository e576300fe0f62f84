import type { Integration, updateIntegrationModel } from '#contract/integrations/integrations.ts'
import type { Input } from '#contract/kit/route.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import * as integrations from '../service.ts'
import type { IntegrationRow } from '../model.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { changeIntegration } from './change.ts'
import { checkSettings } from './check-settings.ts'
import { addressOf, connectAgain, secretOf } from './connect-again.ts'

type Model = Input<typeof updateIntegrationModel>['body']

/** The account of a source may be repeated, but never changes. */
const checkSame = (row: IntegrationRow, { id, type, hub_id: hubId }: Model): void => {
  if (id !== undefined && id !== row.id)
    throw new AppError('VALIDATION_FAILED', { detail: "The id in the body doesn't match the one in the path.", field: 'id' })
  const isOther = (type !== undefined && type !== row.type) || (Boolean(hubId) && row.hub_id !== null && hubId !== row.hub_id)
  if (isOther) throw new AppError('OTHER_ACCOUNT')
}

/** Checks the change before the new key is tried and replaces the old one. */
const checkChange = (row: IntegrationRow, model: Model): void => {
  const { version, settings } = model
  if (version !== undefined && row.version !== version) throw new AppError('STALE_VERSION')
  if (settings) checkSettings(row.type, settings)
  if (secretOf(model) !== '' && row.status === 'disconnected')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is disconnected. Reconnect it first.' })
}

/** Updates one source in the form of the specification's call: its own fields, and a new key if it is connected by one. */
export const updateModel = async (
  context: Context,
  parts: ConnectParts,
  integrationId: string,
  model: Model,
): Promise<Integration> => {
  const { name, attribute_id, interval_minutes, syncing, settings, version } = model
  const clientId = integrations.ownClient(context, model.client_id)
  const change = { name, attribute_id, interval_minutes, syncing, settings }
  const row = await context.inClient((tx) => integrations.findIntegration(tx, { clientId, integrationId }))
  checkSame(row, model)
  if (secretOf(model) === '' && addressOf(model) === '')
    return changeIntegration(context, parts.dispatcher, integrationId, { ...change, version })
  checkChange(row, model)
  await connectAgain(context, parts, row, model)
  return changeIntegration(context, parts.dispatcher, integrationId, change)
}
