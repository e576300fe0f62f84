import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Connector } from '#server/connectors/kit/connector.ts'
import type { Account, Session, TokenSet } from '#server/connectors/kit/access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { openFirstVendorSession } from '../vendors/session.ts'
import { answered } from '../vendors/failure.ts'
import { selectIntegration } from '../queries.ts'
import { withoutSecrets } from './fields.ts'
import type { ConnectParts, Fields } from './parts.ts'
import { saveConnectedAccount } from './save.ts'

interface Access {
  type: ProviderType
  fields: Fields
  tokens: TokenSet
  url: string | null
  integrationId: string | null
  ghostCompanyId?: string | null
  /** The vendor's id of the expected account. */
  hubId?: string | undefined
  isRead?: boolean
}

/** A source of one location can only be reconnected with a login that reaches this location. */
const assertReached = async (
  context: Context,
  { connector, session }: { connector: Connector; session: Session },
  integrationId: string | null,
): Promise<void> => {
  const { locations, manifest } = connector
  if (integrationId === null || session.account.hubId !== null || !locations) return
  const { clientId } = context.caller
  const row = await context.inClient((tx) => selectIntegration(tx, { clientId, integrationId }))
  if (!row || row.hub_id === null) return
  const reached = await answered(() => locations.list(session))
  if (reached.some(({ id }) => id === row.hub_id)) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.hub_id}, but you didn't grant access to it. Install the app in this location in ${manifest.name}, or choose the agency it belongs to.`,
  })
}

const anotherThan = (hubId: string, account: Account): AppError =>
  new AppError('OTHER_ACCOUNT', {
    detail: `You entered the account ${hubId}, but this key belongs to ${account.hubId ?? account.name}.`,
  })

/** Asks the vendor which account the tokens belong to, and saves the connection. */
export const identifyAndSave = async (context: Context, parts: ConnectParts, access: Access) => {
  const { type, fields, tokens, url, integrationId, ghostCompanyId = null, hubId = '', isRead = true } = access
  const { connector } = vendorOf(parts.vendors, type)
  const facts = { ...withoutSecrets(connector, fields), ...tokens.facts }
  const { session } = openFirstVendorSession(parts.vendors, type, { token: tokens.accessToken, account: { url, facts } })
  const account = await answered(() => connector.identify(session, tokens))
  await assertReached(context, { connector, session: { ...session, account } }, integrationId)
  if (hubId !== '' && hubId.toLowerCase() !== account.hubId?.toLowerCase()) throw anotherThan(hubId, account)
  const name = fields['name'] ?? connector.manifest.name
  return saveConnectedAccount(context, parts, { type, name, account, tokens, integrationId, ghostCompanyId, isRead })
}
