// How somebody who is signed in proves once more who they are.
import { requireAccessToken } from '../identity-client.ts'
import { identityError } from '../errors/identity-error.ts'
import { askPool } from '../pool-call.ts'

const askAsPerson = async (operation: string, input: object) =>
  askPool(operation, { AccessToken: await requireAccessToken(), ...input })

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
