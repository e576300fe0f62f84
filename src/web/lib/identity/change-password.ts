import { deleteWebAuthnCredential, fetchDevices, forgetDevice, listWebAuthnCredentials, updatePassword } from 'aws-amplify/auth'
import { config } from '../config.ts'
import { requireAccessToken } from './identity-client.ts'
import { callPool } from './pool-call.ts'

interface Change {
  oldPassword: string
  newPassword: string
  /** Whether passkeys and remembered devices stay valid. */
  isKept: boolean
}

/** Our own pool removes them by default; the identity client has no parameter to keep them. */
const changeInOwnPool = async ({ oldPassword, newPassword, isKept }: Change) => {
  await callPool('ChangePassword', {
    AccessToken: await requireAccessToken(),
    PreviousPassword: oldPassword,
    ProposedPassword: newPassword,
    ...(isKept ? { ClientMetadata: { keep: 'passkeys-and-devices' } } : {}),
  })
}

const endPasskeys = async () => {
  const { credentials } = await listWebAuthnCredentials()
  for (const { credentialId } of credentials) if (credentialId) await deleteWebAuthnCredential({ credentialId })
}

const endDevices = async () => {
  for (const { id } of await fetchDevices()) await forgetDevice({ device: { id } })
}

/** Cognito always keeps them, so they are removed one by one. */
const changeAtCognito = async ({ oldPassword, newPassword, isKept }: Change) => {
  const { features } = config().identity
  await updatePassword({ oldPassword, newPassword })
  if (isKept) return
  if (features.includes('passkeys')) await endPasskeys()
  if (features.includes('devices')) await endDevices()
}

export const changePassword = (change: Change): Promise<void> =>
  (config().identity.endpoint ? changeInOwnPool : changeAtCognito)(change)
