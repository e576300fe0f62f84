import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

const devicesPerPage = 60
const pagesMax = 50

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

/** Cognito lets an administrator forget devices; passkeys can only be removed by their user. */
export const forgetDevicesAtAws = async (
  client: CognitoIdentityProviderClient,
  user: { UserPoolId: string; Username: string },
): Promise<void> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const listAll = async () => {
    const keys: (string | undefined)[] = []
    let PaginationToken: string | undefined
    for (let page = 0; page < pagesMax; page += 1) {
      const listed = await client.send(new sdk.AdminListDevicesCommand({ ...user, Limit: devicesPerPage, PaginationToken }))
      for (const { DeviceKey } of listed.Devices ?? []) keys.push(DeviceKey)
      PaginationToken = listed.PaginationToken
      if (PaginationToken === undefined) break
    }
    return keys
  }
  const forget = async (DeviceKey: string | undefined) => {
    try {
      await client.send(new sdk.AdminForgetDeviceCommand({ ...user, DeviceKey }))
    } catch (error) {
      // It was forgotten by another call meanwhile.
      if (!isNamed(error, 'ResourceNotFoundException')) throw error
    }
  }
  try {
    for (const key of await listAll()) await forget(key)
  } catch (error) {
    // This is the answer if the pool tracks no devices.
    if (!isNamed(error, 'InvalidUserPoolConfigurationException')) throw error
  }
}
