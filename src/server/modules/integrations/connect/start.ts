import type { Integration } from '#contract/integrations/integrations.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { findIntegration } from '../service.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { goToVendor } from './consent/by-consent.ts'
import { connectByKey } from './by-key.ts'
import { checkFields, knownFields } from './fields.ts'
import type { ConnectParts, ConnectInput } from './parts.ts'

export const startConnect = async (
  context: Context,
  parts: ConnectParts,
  { type, fields: given, integrationId }: ConnectInput,
): Promise<{ oauth_url: string | null; integration: Integration | null }> => {
  const { connector } = vendorOf(parts.vendors, type)
  const { clientId } = context.caller
  const row =
    integrationId === null ? undefined : await context.inClient((tx) => findIntegration(tx, { clientId, integrationId }))
  if (row && row.type !== type) throw new AppError('NOT_FOUND')
  const entered = row ? { ...knownFields(connector, row), ...given } : given
  if (connector.auth.kind === 'key') {
    const { integration } = await connectByKey(context, parts, { type, fields: entered, integrationId })
    return { oauth_url: null, integration }
  }
  const fields = checkFields(connector, entered)
  const ghostCompanyId = row?.ghost_company_id ?? null
  return { oauth_url: await goToVendor(context, parts, { type, fields, integrationId, ghostCompanyId }), integration: null }
}
