import { addressOf } from '../kit/app.ts'
import { scopesOf } from '../kit/manifest.ts'
import { codeFlow } from '../kit/calls/oauth.ts'
import { manifest } from './manifest.ts'

const tokenPath = '/oauth/2026-03/token'

export const auth = codeFlow({
  authorizeUrl: (app) => `${addressOf(app, 'app')}/oauth/authorize`,
  tokenUrl: ({ addresses }) => addresses.api + tokenPath,
  revokeUrl: ({ addresses }) => `${addresses.api}${tokenPath}/revoke`,
  hintsWhenRevoking: true,
  scopes: scopesOf(manifest),
})

export const introspectPath = `${tokenPath}/introspect`
