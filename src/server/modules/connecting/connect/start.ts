import { createHash, randomBytes } from 'node:crypto'
import type { Integration } from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import type { Account, Connector, TokenSet, VendorApp } from '#server/connectors/kit/connector.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Log } from '#server/platform/log.ts'
import { newId } from '#server/platform/ids.ts'
import { placeOf } from '#server/platform/secrets.ts'
import { answered, findIntegration, openFirstLine, openTokenLine, vendorOf } from '../integrations/service.ts'
import type { IntegrationRow, Vendors } from '../integrations/service.ts'
import { insertAttempt, takeAttempt } from './attempt-queries.ts'
import { toldIfItFails } from './failed.ts'
import { saveConnection } from './save.ts'
import { openState, sealState } from './state.ts'

export interface ConnectParts {
  vendors: Vendors
  desk: Desk
  log: Pick<Log, 'warn'>
}

type Fields = Readonly<Record<string, string>>

/** How long somebody may take at the vendor. */
const attemptSeconds = 600

const verifierPlace = (clientId: string, attempt: string): string =>
  placeOf('public.connect_attempt', 'verifier_sealed', clientId, attempt)

/** What was entered, as far as the connector asks for it; nothing that it needs is missing. */
const checked = ({ manifest }: Connector, fields: Fields): Fields => {
  const known = manifest.fields.map(({ name, label, isRequired }) => {
    const value = fields[name]?.trim() ?? ''
    if (isRequired && value === '')
      throw new AppError('VALIDATION_FAILED', { detail: `${label} is needed.`, field: `fields.${name}` })
    return [name, value] as const
  })
  return Object.fromEntries(known.filter(([, value]) => value !== ''))
}

/** Secrets are sealed elsewhere and are no facts. */
const withoutSecrets = ({ manifest }: Connector, fields: Fields): Fields => {
  const secret = new Set(manifest.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.has(name)))
}

interface Arrival {
  type: ProviderType
  fields: Fields
  tokens: TokenSet
  url: string | null
  integrationId: string | null
  /** The vendor's id of the account that it is meant to be. */
  hubId?: string | undefined
  isRead?: boolean
}

const anotherThan = (hubId: string, account: Account): AppError =>
  new AppError('OTHER_ACCOUNT', {
    detail: `You named the account ${hubId}, and this key belongs to ${account.hubId ?? account.name}.`,
  })

/** Asks the vendor which account we were let into, and keeps the connection. */
const arrive = async (context: Context, parts: ConnectParts, arrival: Arrival) => {
  const { type, fields, tokens, url, integrationId, hubId = '', isRead = true } = arrival
  const { connector } = vendorOf(parts.vendors, type)
  const facts = { ...withoutSecrets(connector, fields), ...tokens.facts }
  const { session } = openFirstLine(parts.vendors, type, { token: tokens.accessToken, account: { url, facts } })
  const account = await answered(() => connector.identify(session, tokens))
  if (hubId !== '' && hubId.toLowerCase() !== account.hubId?.toLowerCase()) throw anotherThan(hubId, account)
  const name = fields['name'] ?? connector.manifest.name
  return saveConnection(context, parts, { type, name, account, tokens, integrationId, isRead })
}

export interface KeyConnection {
  type: ProviderType
  fields: Fields
  integrationId: string | null
  hubId?: string | undefined
  isRead?: boolean
}

/** Somebody who entered a key that the vendor does not take is told so at the key. */
const atTheKey = ({ manifest }: Connector, error: unknown): unknown => {
  const secret = manifest.fields.find(({ kind }) => kind === 'secret')
  if (!secret || !(error instanceof AppError) || error.code !== 'CONNECTION_LOST') return error
  return new AppError('PROVIDER_REFUSED', { detail: error.message, field: `fields.${secret.name}`, cause: error })
}

const tryKey = async (context: Context, parts: ConnectParts, connection: KeyConnection) => {
  const { connector, app } = vendorOf(parts.vendors, connection.type)
  const { auth } = connector
  if (auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${connector.manifest.name} is connected at the vendor.` })
  const fields = checked(connector, connection.fields)
  const { key, url } = await answered(() => auth.read(app, fields))
  const tokens: TokenSet = { accessToken: key, refreshToken: null, expiresAt: null, facts: {} }
  try {
    return await arrive(context, parts, { ...connection, fields, tokens, url })
  } catch (error) {
    throw atTheKey(connector, error)
  }
}

/** A key that was copied from the vendor: tried at once, kept sealed. */
export const connectByKey = (context: Context, parts: ConnectParts, connection: KeyConnection) => {
  const { type, integrationId } = connection
  return toldIfItFails(context, { type, integrationId, log: parts.log }, tryKey(context, parts, connection))
}

const goToVendor = async (
  context: Context,
  { vendors }: ConnectParts,
  { type, fields, integrationId }: KeyConnection,
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
  const verifierSealed = vendors.sealer.seal(verifier, verifierPlace(clientId, id))
  await context.asSystem('connecting: somebody goes to a vendor', (tx) =>
    insertAttempt(tx, { clientId, id, userId, type, integrationId, verifierSealed, fields }, attemptSeconds),
  )
  return url
}

/** What is known of a source, so that nobody has to enter it once more. */
export const knownFields = ({ manifest }: Connector, { url, hub_id: hubId, facts }: IntegrationRow): Fields => {
  const known: Record<string, string> = { ...(url === null ? {} : { url }), ...(facts as Record<string, string>) }
  // What the facts do not tell is the account itself.
  const own = manifest.fields.find(({ name, kind, isRequired }) => kind === 'text' && isRequired && known[name] === undefined)
  return own && hubId !== null ? { ...known, [own.name]: hubId } : known
}

export const startConnection = async (
  context: Context,
  parts: ConnectParts,
  { type, fields: given, integrationId }: KeyConnection,
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
  const fields = checked(connector, entered)
  return { oauth_url: await goToVendor(context, parts, { type, fields, integrationId }), integration: null }
}

interface WayBack {
  type: ProviderType
  state: string
  code?: string | undefined
  error?: string | undefined
}

const exchange = (
  { auth }: Connector,
  vendors: Vendors,
  app: VendorApp,
  grant: { type: ProviderType; clientId: string; code: string; verifier: string; fields: Fields },
) => {
  if (auth.kind !== 'oauth') throw new AppError('PROVIDER_NOT_SET_UP')
  const { type, clientId, ...rest } = grant
  return answered(() => auth.exchange({ ...openTokenLine(vendors, type, clientId), app }, rest))
}

type Attempt = NonNullable<Awaited<ReturnType<typeof takeAttempt>>>

interface Bringing extends Pick<WayBack, 'type' | 'code' | 'error'> {
  attempt: Attempt
  verifierAt: string
}

/** What the vendor let somebody come back with becomes a connection. */
const bring = async (context: Context, parts: ConnectParts, { type, code, error, attempt, verifierAt }: Bringing) => {
  const { vendors } = parts
  const { connector, app } = vendorOf(vendors, type)
  if (code === undefined)
    throw new AppError('PROVIDER_REFUSED', {
      detail:
        error === 'access_denied'
          ? `Access to ${connector.manifest.name} was denied.`
          : `${connector.manifest.name} sent no access.`,
    })
  const { clientId } = context.caller
  const fields = attempt.fields as Record<string, string>
  const verifier = vendors.sealer.open(attempt.verifier_sealed, verifierAt).toString()
  const tokens = await exchange(connector, vendors, app, { type, clientId, code, verifier, fields })
  const url = tokens.facts['url'] ?? null
  return arrive(context, parts, { type, fields, tokens, url, integrationId: attempt.integration_id })
}

/** Only whoever left for the vendor comes back with something that we take, and only once. */
export const finishConnection = async (
  context: Context,
  parts: ConnectParts,
  { type, state: sealed, code, error }: WayBack,
): Promise<{ integration: Integration }> => {
  const { vendors, log } = parts
  vendorOf(vendors, type)
  const { clientId, userId } = context.caller
  const state = openState(vendors.sealer, sealed)
  if (!state || state.user !== userId) throw new AppError('CONNECTION_EXPIRED')
  const attempt = await context.asSystem('connecting: somebody comes back', (tx) =>
    takeAttempt(tx, { clientId, id: state.attempt, userId, type }),
  )
  if (!attempt) throw new AppError('CONNECTION_EXPIRED')
  const verifierAt = verifierPlace(clientId, state.attempt)
  const trying = { type, integrationId: attempt.integration_id, log }
  return toldIfItFails(context, trying, bring(context, parts, { type, code, error, attempt, verifierAt }))
}
