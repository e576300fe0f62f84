import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { Identity } from '#server/identity/public.ts'

const triesMax = 3

/** Somebody may have signed up with an address that is not theirs; as long as nobody confirmed it, the invited person goes first. */
const dropUnconfirmed = async (
  client: CognitoIdentityProviderClient,
  place: { UserPoolId: string; Username: string },
): Promise<boolean> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const { UserStatus } = await client.send(new sdk.AdminGetUserCommand(place))
  if (UserStatus !== 'UNCONFIRMED') return false
  await client.send(new sdk.AdminDeleteUserCommand(place))
  return true
}

/** The identity provider writes the letter. Who has confirmed the address there needs none, and is known by it. */
export const sendInvitation = async (
  identity: Identity,
  person: { email: string; name: string; lastname: string },
): Promise<void> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const client = await identity.adminClient()
  const place = { UserPoolId: identity.userPoolId, Username: person.email }
  const attributes = { email: person.email, email_verified: 'true', given_name: person.name, family_name: person.lastname }
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  for (let tries = 1; ; tries += 1)
    try {
      await client.send(new sdk.AdminCreateUserCommand({ ...place, UserAttributes, DesiredDeliveryMediums: ['EMAIL'] }))
      return
    } catch (error) {
      if (!(error instanceof sdk.UsernameExistsException) || tries === triesMax) throw error
      if (!(await dropUnconfirmed(client, place))) return
    }
}
