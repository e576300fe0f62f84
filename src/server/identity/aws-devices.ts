import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

/** Cognito lets an administrator forget devices; passkeys it lets only their person remove. */
export const forgetDevicesAtAws = async (
  client: CognitoIdentityProviderClient,
  place: { UserPoolId: string; Username: string },
): Promise<void> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const list = async () => (await client.send(new sdk.AdminListDevicesCommand(place))).Devices ?? []
  try {
    for (let devices = await list(); devices.length > 0; devices = await list())
      for (const { DeviceKey } of devices) await client.send(new sdk.AdminForgetDeviceCommand({ ...place, DeviceKey }))
  } catch (error) {
    // So it answers where the pool tracks no devices.
    if (!(error instanceof sdk.InvalidUserPoolConfigurationException)) throw error
  }
}
