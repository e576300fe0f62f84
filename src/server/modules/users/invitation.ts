import type { Identity } from '#server/identity/public.ts'

/** The identity provider writes the letter. Who has a password there already needs none, and is known by the address. */
export const sendInvitation = async (
  identity: Identity,
  person: { email: string; name: string; lastname: string },
): Promise<void> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const client = await identity.adminClient()
  const attributes = { email: person.email, email_verified: 'true', given_name: person.name, family_name: person.lastname }
  const invitation = new sdk.AdminCreateUserCommand({
    UserPoolId: identity.userPoolId,
    Username: person.email,
    DesiredDeliveryMediums: ['EMAIL'],
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  })
  await client.send(invitation).catch((error: unknown) => {
    if (!(error instanceof sdk.UsernameExistsException)) throw error
  })
}
