import { addressOf } from '../kit/app.ts'
import type { AppSession, OAuth, TokenSet, VendorApp } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { scopesOf } from '../kit/manifest.ts'
import { manifest, version } from './manifest.ts'
import { refusalOf } from './refusal.ts'
import { tokenAnswer } from './wire.ts'

const lost = (error: unknown): never => {
  if (error instanceof ConnectorFailure && error.kind === 'refused')
    throw new ConnectorFailure('auth_lost', "Facebook didn't accept our access. Reconnect to resume syncing.", {
      status: error.status,
    })
  throw error
}

const ask = (line: AppSession, query: Record<string, string>) =>
  line.http
    .get(tokenAnswer, {
      path: `/${version}/oauth/access_token`,
      query: { client_id: line.app.clientId, client_secret: line.app.clientSecret, ...query },
      about: 'our access',
    })
    .catch(lost)

/** The token of the consent lives an hour or two. Only the one that it is traded for lasts 60 days, and nothing renews that. */
const exchange = async (line: AppSession, { code, verifier }: { code: string; verifier: string }): Promise<TokenSet> => {
  const short = await ask(line, { redirect_uri: line.app.redirectUri, code, code_verifier: verifier })
  const long = await ask(line, { grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token })
  const seconds = long.expires_in
  return {
    accessToken: long.access_token,
    refreshToken: null,
    expiresAt: seconds === undefined ? null : new Date(line.now().getTime() + seconds * 1000),
    facts: {},
  }
}

/** What people are asked for: by the configuration that holds it, or by the names of the rights. Facebook takes one of them. */
const wished = ({ secrets }: VendorApp): Record<string, string> => {
  const configuration = secrets['CONFIG_ID'] ?? ''
  return configuration === '' ? { scope: scopesOf(manifest).join(',') } : { config_id: configuration }
}

export const auth: OAuth = {
  kind: 'oauth',
  refusalOf,
  consentUrl(app, { state, challenge }) {
    const url = new URL(`${addressOf(app, 'dialog')}/${version}/dialog/oauth`)
    url.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      state,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...wished(app),
    }).toString()
    return url.toString()
  },
  exchange,
  async revoke(line, { accessToken }) {
    if (accessToken === null) return
    await line.http.send({
      method: 'DELETE',
      path: `/${version}/me/permissions`,
      headers: { authorization: `Bearer ${accessToken}` },
      about: 'ending our access',
    })
  },
}
