// The authorization-code flow, written once. Connectors configure it and write themselves what differs beyond that.
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Account, AppSession, Consent, OAuth, TokenSet, VendorApp } from '../access.ts'
import { ConnectorFailure, type Refusal } from '../failures.ts'
import type { VendorAnswer } from './http.ts'

type Fields = Readonly<Record<string, string>>
/** The fields entered while connecting, or the account whose access is renewed. */
type About = { fields: Fields } | { account: Account }

export interface CodeFlow {
  authorizeUrl(app: VendorApp, fields: Fields): string
  tokenUrl(app: VendorApp, about: About): string
  revokeUrl?: (app: VendorApp, account: Account) => string
  /** The vendor requires the kind of token when it is revoked. */
  hintsWhenRevoking?: true
  scopes: readonly string[]
  scopeSeparator?: string
  /** Parameters of the consent page beyond the usual ones. */
  consent?: (fields: Fields) => Record<string, string>
  /** Parameters of the token call beyond the usual ones. */
  token?: (about: About) => Record<string, string>
  /** How the application authenticates: in the form (the default) or with HTTP Basic. */
  proves?: 'form' | 'basic'
  /** Other facts in the answer, such as the account's id or address. */
  factsOf?: (answer: Readonly<Record<string, unknown>>) => Record<string, string>
}

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1).max(8192),
  refresh_token: z.string().min(1).max(8192).optional(),
  expires_in: z.coerce.number().positive().optional(),
})

/** A code or refresh token that the vendor does not know (anymore), or a user who has to give consent again. */
const lostWords = new Set(
  'invalid_grant interaction_required consent_required login_required access_denied inactive_user inactive_org'.split(' '),
)
const trouble = z.looseObject({ error: z.string() })

/** Refusals that a retry cannot fix. Every other refusal is about the application, not about a user's access. */
export const tokenRefusalOf =
  (vendor: string) =>
  ({ status, body }: VendorAnswer): Refusal | null => {
    const word = status < 400 ? undefined : trouble.safeParse(body).data?.error
    if (word === undefined || !lostWords.has(word)) return null
    return { kind: 'auth_lost', message: `${vendor} revoked our access. Reconnect to resume syncing.` }
  }

/** Reconnecting would not help, and would be asked of all users: it resolves when the operator has fixed it. */
const forOperator =
  (vendor: string) =>
  (error: unknown): never => {
    if (error instanceof ConnectorFailure && error.kind === 'refused')
      throw new ConnectorFailure(
        'unavailable',
        `${vendor} doesn't accept our app. The operator of this installation has to check its client ID, secret and redirect URLs there. You don't need to reconnect.`,
        { status: error.status, technical: error.technical },
      )
    throw error
  }

const consentAddress = (flow: CodeFlow, app: VendorApp, { state, challenge, fields }: Consent): string => {
  const url = new URL(flow.authorizeUrl(app, fields))
  const parameters = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: flow.scopes.join(flow.scopeSeparator ?? ' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...flow.consent?.(fields),
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value)
  return url.toString()
}

const proofIn = ({ clientId, clientSecret }: VendorApp, proves: CodeFlow['proves']) => {
  if (proves !== 'basic') return { form: { client_id: clientId, client_secret: clientSecret }, headers: {} }
  return { form: {}, headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` } }
}

const identity = z.looseObject({ sub: z.string().min(1).max(255).optional(), email: z.string().min(3).max(254).optional() })

const claimsOf = (token: unknown): unknown => {
  try {
    return decodeJwt(String(token))
  } catch {
    return undefined
  }
}

/**
 * The login that an identity token names. It came directly from the vendor together with our access, so its signature
 * proves nothing more.
 */
export const loginOf = (token: unknown): { login?: string; login_id?: string } => {
  const { sub, email } = identity.safeParse(claimsOf(token)).data ?? {}
  return { ...(email === undefined ? {} : { login: email }), ...(sub === undefined ? {} : { login_id: sub }) }
}

const requestTokens = async (flow: CodeFlow, { app, http, now }: AppSession, params: Fields, about: About): Promise<TokenSet> => {
  const { form, headers } = proofIn(app, flow.proves)
  const answer = await http
    .get(tokenAnswer, {
      method: 'POST',
      path: flow.tokenUrl(app, about),
      form: { ...params, ...form, ...flow.token?.(about) },
      headers,
      about: 'our access',
    })
    .catch(forOperator(http.vendor))
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: answer.expires_in === undefined ? null : new Date(now().getTime() + answer.expires_in * 1000),
    facts: flow.factsOf?.(answer) ?? {},
  }
}

const revokeBy =
  (revokeUrl: NonNullable<CodeFlow['revokeUrl']>, needsTypeHint: boolean): NonNullable<OAuth['revoke']> =>
  async ({ app, http }, { accessToken, refreshToken }, account) => {
    const token = refreshToken ?? accessToken
    if (token === null) return
    const hint = needsTypeHint ? { token_type_hint: refreshToken === null ? 'access_token' : 'refresh_token' } : {}
    await http.send({
      method: 'POST',
      path: revokeUrl(app, account),
      form: { token, ...hint, client_id: app.clientId, client_secret: app.clientSecret },
      about: 'ending our access',
    })
  }

export const codeFlow = (flow: CodeFlow): OAuth => ({
  kind: 'oauth',
  consentUrl: (app, consent) => consentAddress(flow, app, consent),
  exchange: (session, { code, verifier, fields }) => {
    const form = { grant_type: 'authorization_code', code, redirect_uri: session.app.redirectUri, code_verifier: verifier }
    return requestTokens(flow, session, form, { fields })
  },
  renew: (session, refreshToken, account) =>
    requestTokens(flow, session, { grant_type: 'refresh_token', refresh_token: refreshToken }, { account }),
  ...(flow.revokeUrl === undefined ? {} : { revoke: revokeBy(flow.revokeUrl, flow.hintsWhenRevoking ?? false) }),
})
