import { config } from '../config.ts'
import { asMissingPart } from '../missing-part.ts'
import { hostedSignOutUrl } from './hosted-sign-out.ts'
import { removeTokens } from './tokens/remove-tokens.ts'
import { holdsTokens } from './session.ts'

/** The identity provider's client is large and the first screen does not need it: whoever holds no tokens is asked to sign in without it. */
const loadIdentity = () =>
  import('./identity-client.ts').catch((error: unknown) => {
    throw asMissingPart(error)
  })

export const getAccessToken = async (): Promise<string | undefined> =>
  holdsTokens() ? (await loadIdentity()).getAccessToken() : undefined

/** The address of the signed-in person, or undefined when nobody is signed in. */
export const getSignedInEmail = async (): Promise<string | undefined> =>
  holdsTokens() ? (await loadIdentity()).getSignedInEmail() : undefined

/** Removes the tokens whatever the provider answers, also when its client cannot be downloaded. */
export const endIdentitySession = async (): Promise<void> => {
  if (!holdsTokens()) return
  const client = await loadIdentity().catch(() => undefined)
  await client?.endIdentitySession()
  removeTokens()
}

/** Ends the session on the provider's own pages too, where there are any. False when the provider allows no way back from there. */
export const leaveHostedPages = (): boolean => {
  const { hosted, userPoolClientId: clientId } = config().identity
  if (!hosted) return true
  const address = hostedSignOutUrl({ hosted, clientId, origin: location.origin })
  if (address) location.assign(address)
  return Boolean(address)
}

/** Tells when the provider ended the session on its own: the refresh token was revoked or has run out. */
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
