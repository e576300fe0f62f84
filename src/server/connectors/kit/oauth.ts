// The authorization-code flow, written once. Connectors say where and with what; what differs beyond that they write themselves.
import { z } from 'zod'
import type { Account, AppSession, OAuth, TokenSet, VendorApp } from './connector.ts'
import { ConnectorFailure } from './failures.ts'

type Fields = Readonly<Record<string, string>>

export interface CodeFlow {
  authorizeUrl(app: VendorApp, fields: Fields): string
  tokenUrl(app: VendorApp, about: { fields: Fields } | { account: Account }): string
  revokeUrl?: (app: VendorApp, account: Account) => string
  scopes: readonly string[]
  scopeSeparator?: string
  /** Parameters of the consent page beyond the usual ones. */
  consent?: (fields: Fields) => Record<string, string>
  /** Parameters of the token call beyond the usual ones. */
  token?: (about: { fields: Fields } | { account: Account }) => Record<string, string>
  /** How we prove to be the application: in the form (the default) or as HTTP Basic. */
  proves?: 'form' | 'basic'
  /** What else the answer tells, such as the account's id or address. */
  factsOf?: (answer: Readonly<Record<string, unknown>>) => Record<string, string>
}

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1).max(8192),
  refresh_token: z.string().min(1).max(8192).optional(),
  expires_in: z.coerce.number().positive().optional(),
})

/** A code or refresh token that the vendor does not know (any more) cannot be mended by asking again. */
const lost = (error: unknown): never => {
  if (error instanceof ConnectorFailure && error.kind === 'refused')
    throw new ConnectorFailure('auth_lost', 'The vendor no longer accepts our access. Connect again.', { status: error.status })
  throw error
}

export const codeFlow = (flow: CodeFlow): OAuth => {
  const ask = async (line: AppSession, form: Fields, about: { fields: Fields } | { account: Account }): Promise<TokenSet> => {
    const { app, http, now } = line
    const inForm = flow.proves !== 'basic'
    const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
    const answer = await http
      .get(tokenAnswer, {
        method: 'POST',
        path: flow.tokenUrl(app, about),
        form: {
          ...form,
          ...(inForm ? { client_id: app.clientId, client_secret: app.clientSecret } : {}),
          ...flow.token?.(about),
        },
        headers: inForm ? {} : { authorization: `Basic ${basic}` },
        about: 'our access',
      })
      .catch(lost)
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? null,
      expiresAt: answer.expires_in === undefined ? null : new Date(now().getTime() + answer.expires_in * 1000),
      facts: flow.factsOf?.(answer) ?? {},
    }
  }

  return {
    kind: 'oauth',
    consentUrl(app, { state, challenge, fields }) {
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
    },
    exchange: (line, { code, verifier, fields }) =>
      ask(
        line,
        { grant_type: 'authorization_code', code, redirect_uri: line.app.redirectUri, code_verifier: verifier },
        { fields },
      ),
    renew: (line, refreshToken, account) => ask(line, { grant_type: 'refresh_token', refresh_token: refreshToken }, { account }),
    ...(flow.revokeUrl === undefined
      ? {}
      : {
          async revoke(line, { accessToken, refreshToken }, account) {
            const token = refreshToken ?? accessToken
            if (token === null) return
            await line.http.send({
              method: 'POST',
              path: flow.revokeUrl?.(line.app, account) ?? '',
              form: { token, client_id: line.app.clientId, client_secret: line.app.clientSecret },
              about: 'ending our access',
            })
          },
        }),
  }
}
