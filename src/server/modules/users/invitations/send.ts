import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { Identity } from '#server/identity/public.ts'

const triesMax = 3

interface Guest {
  email: string
  name: string
  lastname: string
  /** Who invites, if known, and to which account: named in the email. */
  inviter: string | undefined
  account: string
}

interface PoolUser {
  UserPoolId: string
  Username: string
  ClientMetadata: Record<string, string>
}

/**
 * A stranger may have signed up with an address that is not theirs. As long as the address is not confirmed, the
 * invited user wins. A user who was invited before gets a new temporary password. A user who confirmed the address has
 * their own password.
 */
const settleKnown = async (client: CognitoIdentityProviderClient, invited: PoolUser): Promise<'gone' | 'sent' | 'known'> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const { ClientMetadata, ...ref } = invited
  const { UserStatus } = await client.send(new sdk.AdminGetUserCommand(ref))
  if (UserStatus === 'UNCONFIRMED') {
    await client.send(new sdk.AdminDeleteUserCommand(ref))
    return 'gone'
  }
  if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return 'known'
  await client.send(
    new sdk.AdminCreateUserCommand({ ...ref, ClientMetadata, MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] }),
  )
  return 'sent'
}

/**
 * The identity provider sends the email, unless the user is known there: then nothing is sent. Called again, it is sent
 * again.
 */
export const sendInvitation = async (identity: Identity, guest: Guest): Promise<'sent' | 'known'> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const client = await identity.adminClient()
  const { inviter, account } = guest
  const ClientMetadata = { account, ...(inviter === undefined ? {} : { inviter }) }
  const ref = { UserPoolId: identity.userPoolId, Username: guest.email, ClientMetadata }
  const attributes = { email: guest.email, email_verified: 'true', given_name: guest.name, family_name: guest.lastname }
  const known = Object.entries(attributes).filter(([, value]) => value !== '')
  const UserAttributes = known.map(([Name, Value]) => ({ Name, Value }))
  for (let tries = 1; ; tries += 1)
    try {
      await client.send(new sdk.AdminCreateUserCommand({ ...ref, UserAttributes, DesiredDeliveryMediums: ['EMAIL'] }))
      return 'sent'
    } catch (error) {
      if (!(error instanceof sdk.UsernameExistsException) || tries === triesMax) throw error
      const known = await settleKnown(client, ref)
      if (known !== 'gone') return known
    }
}
