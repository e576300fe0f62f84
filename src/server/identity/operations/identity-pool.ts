// The identity pool, under the name of the other service. Its credentials are dummies without any rights: nothing here
// needs them.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { madeUpId } from '../accounts/decoys.ts'
import { after, operation, providerName, type Call } from '../pool.ts'
import { selectAccount } from '../accounts/queries.ts'
import { notAuthorized, resourceNotFound } from '../wire/refusals.ts'
import { isOriginRevoked } from '../tokens/queries.ts'
import { text, token } from './wire-schemas.ts'

const credentialsLifetime = 60 * 60_000

const logins = z.record(text(512), token).default({})
type Logins = z.output<typeof logins>

const assertOwnLogin = ({ settings }: Call, tokensByProvider: Logins): void => {
  const providers = Object.keys(tokensByProvider)
  if (providers.length === 0) throw notAuthorized('Unauthenticated access is not supported for this identity pool.')
  if (providers.some((provider) => provider !== providerName(settings)))
    throw notAuthorized('Token is not from a supported provider of this identity pool.')
}

/** The identity for an id token of ours, as long as its sign-in lasts. */
const identityOf = async (call: Call, tokensByProvider: Logins): Promise<string> => {
  assertOwnLogin(call, tokensByProvider)
  const { login } = call
  const account = login && (await selectAccount(call.tx, login.sub))
  if (!login || !account?.enabled || (await isOriginRevoked(call.tx, login.originJti)))
    throw notAuthorized('Invalid login token.')
  return `${regionOf(call)}:${madeUpId(call, `identity ${account.sub}`)}`
}

const regionOf = ({ settings }: Call): string => settings.identityPoolId?.split(':')[0] ?? ''

export const getId = operation(z.object({ IdentityPoolId: text(128), Logins: logins }), async (call, input) => {
  if (input.IdentityPoolId !== call.settings.identityPoolId)
    throw resourceNotFound(`IdentityPool '${input.IdentityPoolId}' not found.`)
  return { IdentityId: await identityOf(call, input.Logins) }
})

export const getCredentialsForIdentity = operation(z.object({ IdentityId: text(128), Logins: logins }), async (call, input) => {
  const { IdentityId } = input
  if (call.settings.identityPoolId === undefined) throw resourceNotFound(`Identity '${IdentityId}' not found.`)
  if ((await identityOf(call, input.Logins)) !== IdentityId)
    throw notAuthorized(`Access to Identity '${IdentityId}' is forbidden.`)
  const Credentials = {
    AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    SecretKey: randomBytes(30).toString('base64'),
    SessionToken: randomBytes(96).toString('base64'),
    Expiration: Math.floor(after(call.now, credentialsLifetime).getTime() / 1000),
  }
  return { IdentityId, Credentials }
})
