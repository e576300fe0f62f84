// Some changes need a proof of who somebody is that is fresh. What asks for one waits here until a dialog has brought it.
import { getAccessToken } from './identity-client.ts'
import { identityError } from './identity-error.ts'
import { askPool } from './pool-call.ts'

export interface ProofWanted {
  /** Goes on with what was asked. */
  proven: () => void
  canceled: () => void
}

let ask: ((wanted: ProofWanted) => void) | undefined

/** Whoever shows the dialog. Returns how to stop. */
export const onProofWanted = (show: (wanted: ProofWanted) => void) => {
  ask = show
  return () => {
    if (ask === show) ask = undefined
  }
}

const isProofWanted = (error: unknown) => error instanceof Error && error.name === 'ReauthenticationRequiredException'

/** Does it, and where the provider wants a proof first, does it again once that is given. */
export const withFreshProof = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (!ask || !isProofWanted(error)) throw error
    await new Promise<void>((proven, cancel) => {
      ask?.({ proven, canceled: () => cancel(error) })
    })
    return change()
  }
}

const askAsPerson = async (operation: string, input: object) => {
  const AccessToken = await getAccessToken()
  if (!AccessToken) throw identityError('UserUnAuthenticatedException')
  return askPool(operation, { AccessToken, ...input })
}

export const proveByPassword = (Password: string) => askAsPerson('Reauthenticate', { Password })

/** Browsers that cannot read the question have only the password. */
export const canProveByPasskey = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in window.PublicKeyCredential

const readPasskey = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<PublicKeyCredential> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw identityError('PasskeyAuthenticationCanceled')
  return credential
}

export const proveByPasskey = async () => {
  const { CredentialRequestOptions: options, Session } = await askAsPerson('StartReauthentication', {})
  if (!options) throw identityError('PasskeyRetrievalFailed')
  const credential = await readPasskey(options as PublicKeyCredentialRequestOptionsJSON)
  await askAsPerson('Reauthenticate', { Credential: JSON.stringify(credential.toJSON()), Session })
}
