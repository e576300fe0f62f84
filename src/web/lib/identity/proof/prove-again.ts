// A signed-in user proves their identity once more.
import { requireAccessToken } from '../identity-client.ts'
import { identityError } from '../errors/identity-error.ts'
import { callPool } from '../pool-call.ts'

const callPoolAsUser = async (operation: string, input: object) =>
  callPool(operation, { AccessToken: await requireAccessToken(), ...input })

export const proveByPassword = (Password: string) => callPoolAsUser('Reauthenticate', { Password })

/** Browsers that cannot parse the request options can only use the password. */
export const canProveByPasskey = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in window.PublicKeyCredential

const readPasskey = async (options: PublicKeyCredentialRequestOptionsJSON): Promise<PublicKeyCredential> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw identityError('PasskeyAuthenticationCanceled')
  return credential
}

export const proveByPasskey = async () => {
  const { CredentialRequestOptions: options, Session } = await callPoolAsUser('StartReauthentication', {})
  if (!options) throw identityError('PasskeyRetrievalFailed')
  const credential = await readPasskey(options as PublicKeyCredentialRequestOptionsJSON)
  await callPoolAsUser('Reauthenticate', { Credential: JSON.stringify(credential.toJSON()), Session })
}
