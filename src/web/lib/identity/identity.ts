import { config } from '../config.ts'
import { asMissingPart } from '../missing-part.ts'
import { hostedSignOutUrl } from './hosted-sign-out.ts'
import { removeTokens } from './tokens/remove-tokens.ts'
import { holdsTokens } from './session.ts'

/** The identity provider's client is large, and the sign-in screen shows without it: it is loaded only when it is needed. */
const loadIdentity = () =>
  import('./identity-client.ts').catch((error: unknown) => {
    throw asMissingPart(error)
  })

export const getAccessToken = async (): Promise<string | undefined> =>
  holdsTokens() ? (await loadIdentity()).getAccessToken() : undefined

/** The email address of the signed-in user, or undefined when no user is signed in. */
export const getSignedInEmail = async (): Promise<string | undefined> =>
  holdsTokens() ? (await loadIdentity()).getSignedInEmail() : undefined

/** Removes the tokens, whatever the provider replies, also when its client cannot be downloaded. */
export const endIdentitySession = async (): Promise<void> => {
  if (!holdsTokens()) return
  const client = await loadIdentity().catch(() => undefined)
  await client?.endIdentitySession()
  removeTokens()
}

/** Also ends the session on the provider's hosted pages, if there are any. False when the provider allows no return from there. */
export const leaveHostedPages = (): boolean => {
  const { hosted, userPoolClientId: clientId } = config().identity
  if (!hosted) return true
  const address = hostedSignOutUrl({ hosted, clientId, origin: location.origin })
  if (address) location.assign(address)
  return Boolean(address)
}

/** Calls back when the provider ended the session: the refresh token was revoked or has expired. */
export const onSessionEnded = (ended: () => void) => {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  const listen = async () => {
    const client = await loadIdentity()
    if (!isOver) stop = client.onSessionEnded(ended)
  }
  listen().catch(() => undefined)
  return () => stop()
}
