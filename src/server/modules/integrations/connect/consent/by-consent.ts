import { createHash, randomBytes } from 'node:crypto'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Connector } from '#server/connectors/kit/connector.ts'
import type { VendorApp } from '#server/connectors/kit/access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { sealContext } from '#server/platform/secrets.ts'
import { endConnecting } from '../../../ghost-companies/companies/service.ts'
import type { VendorApps } from '../../vendors/model.ts'
import { vendorOf } from '../../vendors/vendor-apps.ts'
import { openTokenVendorSession } from '../../vendors/session.ts'
import { answered } from '../../vendors/failure.ts'
import { insertAttempt, takeAttempt } from './attempt-queries.ts'
import { recordFailure } from '../failed.ts'
import { identifyAndSave } from '../identify.ts'
import type { ConnectParts, Fields, ConnectInput } from '../parts.ts'
import { openState, sealState } from './state.ts'

/** How long a user may take at the vendor. */
export const attemptSeconds = 600

const verifierContext = (clientId: string, attempt: string): string =>
  sealContext('public.connect_attempt', 'verifier_sealed', clientId, attempt)

export const goToVendor = async (
  context: Context,
  { vendors }: ConnectParts,
  { type, fields, integrationId, ghostCompanyId = null }: ConnectInput,
): Promise<string> => {
  const { connector, app } = vendorOf(vendors, type)
  if (connector.auth.kind !== 'oauth') throw new AppError('PROVIDER_NOT_SET_UP')
  const { clientId, userId } = context.caller
  const id = newId()
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const state = sealState(vendors.sealer, { attempt: id, user: userId })
  const { auth } = connector
  const url = await answered(() => auth.consentUrl(app, { state, challenge, fields }))
  const verifierSealed = vendors.sealer.seal(verifier, verifierContext(clientId, id))
  await context.asSystem('connecting: somebody goes to a vendor', (tx) =>
    insertAttempt(tx, { clientId, id, userId, type, integrationId, ghostCompanyId, verifierSealed, fields }, attemptSeconds),
  )
  return url
}

interface WayBack {
  type: ProviderType
  state: string
  code?: string | undefined
  error?: string | undefined
}

const exchange = (
  { auth }: Connector,
  vendors: VendorApps,
  app: VendorApp,
  grant: { type: ProviderType; clientId: string; code: string; verifier: string; fields: Fields },
) => {
  if (auth.kind !== 'oauth') throw new AppError('PROVIDER_NOT_SET_UP')
  const { type, clientId, ...rest } = grant
  return answered(() => auth.exchange({ ...openTokenVendorSession(vendors, type, clientId), app }, rest))
}

type Attempt = NonNullable<Awaited<ReturnType<typeof takeAttempt>>>

interface Bringing extends Pick<WayBack, 'type' | 'code' | 'error'> {
  attempt: Attempt
  verifierAt: string
}

/** Turns the vendor's answer into a connection. */
const bring = async (context: Context, parts: ConnectParts, { type, code, error, attempt, verifierAt }: Bringing) => {
  const { vendors } = parts
  const { connector, app } = vendorOf(vendors, type)
  if (code === undefined)
    throw new AppError('PROVIDER_REFUSED', {
      detail:
        error === 'access_denied'
          ? `Access to ${connector.manifest.name} was denied.`
          : `${connector.manifest.name} didn't grant us access.`,
    })
  const { clientId } = context.caller
  const fields = attempt.fields as Record<string, string>
  const verifier = vendors.sealer.open(attempt.verifier_sealed, verifierAt).toString()
  const tokens = await exchange(connector, vendors, app, { type, clientId, code, verifier, fields })
  const url = tokens.facts['url'] ?? null
  const { integration_id: integrationId, ghost_company_id: ghostCompanyId } = attempt
  return identifyAndSave(context, parts, { type, fields, tokens, url, integrationId, ghostCompanyId })
}

/** Only the user who started the attempt can finish it, and only once. */
export const finishConnect = async (
  context: Context,
  parts: ConnectParts,
  { type, state: sealed, code, error }: WayBack,
): Promise<{ integration: Integration }> => {
  const { vendors, log } = parts
  vendorOf(vendors, type)
  const { clientId, userId } = context.caller
  const state = openState(vendors.sealer, sealed)
  if (!state || state.user !== userId) throw new AppError('CONNECTION_EXPIRED')
  const attempt = await context.asSystem('connecting: somebody comes back', async (tx) => {
    const taken = await takeAttempt(tx, { clientId, id: state.attempt, userId, type })
    if (taken?.ghost_company_id) await endConnecting(tx, { clientId, ghostCompanyId: taken.ghost_company_id })
    return taken
  })
  if (!attempt) throw new AppError('CONNECTION_EXPIRED')
  const verifierAt = verifierContext(clientId, state.attempt)
  const trying = { type, integrationId: attempt.integration_id, log }
  return recordFailure(context, trying, bring(context, parts, { type, code, error, attempt, verifierAt }))
}
