// The browsers of a user, by access token or by an administrator.
import { z } from 'zod'
import { requireLockedAccount, requireAccount } from '../../accounts/accounts.ts'
import { deleteDevice, selectDevice, selectDevices, updateDevice, type Device } from '../../factors/device-queries.ts'
import { findDevice, noSuchDevice, readDeviceSecret } from '../../factors/devices.ts'
import { operation, type Answer, type Call } from '../../pool.ts'
import { invalidParameter } from '../../wire/refusals.ts'
import { endSignIns } from '../../tokens/revocation.ts'
import { findBearer, lockBearer, lockFreshBearer } from '../bearer.ts'
import { pageOf } from './paging.ts'
import { signedIn, text, userOfPool } from '../wire-schemas.ts'

const pageMax = 60
const nameMax = 256

const seconds = (moment: Date): number => moment.getTime() / 1000

const describeDevice = (device: Device) => ({
  DeviceKey: device.deviceKey,
  DeviceAttributes: [
    { Name: 'device_name', Value: device.name },
    { Name: 'device_status', Value: 'valid' },
    { Name: 'dev:device_remembered_status', Value: device.remembered ? 'remembered' : 'not_remembered' },
  ],
  DeviceCreateDate: seconds(device.createdAt),
  DeviceLastModifiedDate: seconds(device.updatedAt),
  DeviceLastAuthenticatedDate: seconds(device.lastUsedAt),
})

const oneDevice = signedIn.extend({ DeviceKey: text(64).min(1) })

const requireDevice = async (call: Call, sub: string, deviceKey: string): Promise<Device> => {
  const device = await findDevice(call, sub, deviceKey)
  if (!device) throw noSuchDevice()
  return device
}

/** Only once: with a stolen access token no other secret can be put into a trusted device. */
export const confirmDevice = operation(
  oneDevice.extend({
    DeviceName: text(1024).default(''),
    DeviceSecretVerifierConfig: z.object({ Salt: text(128), PasswordVerifier: text(1024) }),
  }),
  async (call, input) => {
    const { account } = await lockBearer(call)
    const owned = { sub: account.sub, deviceKey: input.DeviceKey }
    const device = await selectDevice(call.tx, owned)
    if (!device) throw noSuchDevice()
    if (device.verifierSealed !== null) throw invalidParameter('Device is already confirmed.')
    const secret = readDeviceSecret(call, input.DeviceKey, input.DeviceSecretVerifierConfig)
    const name = Array.from(input.DeviceName).slice(0, nameMax).join('')
    await updateDevice(call.tx, owned, { ...secret, name, updatedAt: call.now })
    return { UserConfirmationNecessary: true }
  },
)

const paging = { Limit: z.int().min(0).max(pageMax).default(pageMax), PaginationToken: z.optional(text(512)) }

const listPage = async (call: Call, sub: string, input: z.infer<z.ZodObject<typeof paging>>): Promise<Answer> => {
  const devices = await selectDevices(call.tx, sub)
  const { page, next } = pageOf(devices, ({ deviceKey, createdAt }) => ({ key: deviceKey, createdAt }), {
    limit: input.Limit || pageMax,
    token: input.PaginationToken,
  })
  return { Devices: page.map(describeDevice), ...(next === undefined ? {} : { PaginationToken: next }) }
}

export const listDevices = operation(signedIn.extend(paging), async (call, input) =>
  listPage(call, (await findBearer(call)).account.sub, input),
)

export const adminListDevices = operation(userOfPool.extend(paging), async (call, input) =>
  listPage(call, (await requireAccount(call, input.Username)).sub, input),
)

export const getDevice = operation(oneDevice, async (call, { DeviceKey }) => {
  const { account } = await findBearer(call)
  return { Device: describeDevice(await requireDevice(call, account.sub, DeviceKey)) }
})

export const updateDeviceStatus = operation(
  oneDevice.extend({ DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']) }),
  async (call, { DeviceKey, DeviceRememberedStatus }) => {
    const remembered = DeviceRememberedStatus === 'remembered'
    // A remembered browser skips the second step of its owner.
    const { account } = await (remembered ? lockFreshBearer : lockBearer)(call)
    const { deviceKey } = await requireDevice(call, account.sub, DeviceKey)
    const change = { remembered, updatedAt: call.now }
    await updateDevice(call.tx, { sub: account.sub, deviceKey }, change)
    return {}
  },
)

/** Also ends the sign-ins of the device, unless it is the current one. */
export const forgetDevice = operation(oneDevice, async (call, { DeviceKey }) => {
  const { account, originJti } = await lockBearer(call)
  const { sub } = account
  const { deviceKey } = await requireDevice(call, sub, DeviceKey)
  await deleteDevice(call.tx, { sub, deviceKey })
  await endSignIns(call, { sub, deviceKey, except: originJti })
  return {}
})

export const adminForgetDevice = operation(userOfPool.extend({ DeviceKey: text(64).min(1) }), async (call, input) => {
  const { sub } = await requireLockedAccount(call, input.Username)
  const { deviceKey } = await requireDevice(call, sub, input.DeviceKey)
  await deleteDevice(call.tx, { sub, deviceKey })
  await endSignIns(call, { sub, deviceKey })
  return {}
})
