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

const ask = (session: AppSession, query: Record<string, string>) =>
  session.http
    .get(tokenAnswer, {
      path: `/${version}/oauth/access_token`,
      query: { client_id: session.app.clientId, client_secret: session.app.clientSecret, ...query },
      about: 'our access',
    })
    .catch(lost)

/** The token of the consent expires in an hour or two. It is exchanged for one that lasts 60 days and cannot be renewed. */
const exchange = async (session: AppSession, { code, verifier }: { code: string; verifier: string }): Promise<TokenSet> => {
  const short = await ask(session, { redirect_uri: session.app.redirectUri, code, code_verifier: verifier })
  const long = await ask(session, { grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token })
  const seconds = long.expires_in
  return {
    accessToken: long.access_token,
    refreshToken: null,
    expiresAt: seconds === undefined ? null : new Date(session.now().getTime() + seconds * 1000),
    facts: {},
  }
}

/** The requested permissions: by a saved configuration, or by their names. Facebook accepts one of them. */
const permissionParams = ({ secrets }: VendorApp): Record<string, string> => {
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
      ...permissionParams(app),
    }).toString()
    return url.toString()
  },
  exchange,
  async revoke(session, { accessToken }) {
    if (accessToken === null) return
    await session.http.send({
      method: 'DELETE',
      path: `/${version}/me/permissions`,
      headers: { authorization: `Bearer ${accessToken}` },
      about: 'ending our access',
    })
  },
}
