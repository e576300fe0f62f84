// Browsers that can prove themselves. A remembered browser skips the second step.
import { sealContext } from '#server/platform/secrets.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Step } from './step.ts'
import type { Answer, Call } from '../pool.ts'
import type { Progress } from '../proofs/progress.ts'
import { newSessionId, openSession, type Session } from '../proofs/sessions.ts'
import { groupOrder, parseNumber, toHex } from '../proofs/passwords/srp.ts'
import type { Account } from '../accounts/queries.ts'
import { invalidParameter, resourceNotFound } from '../wire/refusals.ts'
import { deleteSurplusDevices, insertDevice, selectDevice, type Device } from './device-queries.ts'

const devicesMax = 50

/** In the words that make the client forget the device. */
export const noSuchDevice = () => resourceNotFound('Device does not exist.')

/** A device that its browser has confirmed. */
export const findDevice = async (call: Call, sub: string, deviceKey: string | undefined): Promise<Device | undefined> => {
  const device = deviceKey === undefined ? undefined : await selectDevice(call.tx, { sub, deviceKey })
  return device?.verifierSealed ? device : undefined
}

/** Only after the user is proven: it reveals which devices an account has. */
export const assertKnownDevice = async (call: Call, { sub }: Account, deviceKey: string | undefined): Promise<void> => {
  if (deviceKey !== undefined && !(await findDevice(call, sub, deviceKey))) throw noSuchDevice()
}

/** The same within a session: the client repeats the same step without the deleted device. */
export const checkDevice = async (
  call: Call,
  account: Account,
  { deviceKey, session }: { deviceKey: string | undefined; session: Session<unknown> },
): Promise<void> => {
  try {
    await assertKnownDevice(call, account, deviceKey)
  } catch (refusal) {
    await session.countTry()
    throw refusal
  }
}

/** If a second step is asked for. After a passkey it is not, and the browser does not say which device it is. */
const isOfUse = ({ mfaMethods }: Account, { first }: Progress): boolean => mfaMethods.length > 0 && first !== 'passkey'

export const askDevice: Step = async (call, account, progress) => {
  if (!isOfUse(account, progress) || progress.isSecondStepDone) return undefined
  const device = await findDevice(call, account.sub, progress.deviceKey)
  if (!device?.remembered) return undefined
  const id = newSessionId()
  await openSession(call, { id, subject: account.sub, step: 'DEVICE_SRP_AUTH', data: { progress } })
  return { ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: {}, Session: id }
}

/** A device key for the browser, with which it can prove itself next time. */
export const offerDevice = async (call: Call, account: Account, progress: Progress): Promise<Answer> => {
  const { sub } = account
  if (!isOfUse(account, progress) || (await findDevice(call, sub, progress.deviceKey))) return {}
  const deviceKey = `${call.settings.id.split('_')[0]}_${randomUUID()}`
  const groupKey = `-${randomBytes(6).toString('base64url')}`
  await insertDevice(call.tx, { deviceKey, sub, groupKey, createdAt: call.now })
  await deleteSurplusDevices(call.tx, sub, devicesMax)
  return { NewDeviceMetadata: { DeviceKey: deviceKey, DeviceGroupKey: groupKey } }
}

const sealContextOf = (deviceKey: string): string => sealContext('pool.device', 'verifier_sealed', deviceKey)

const readHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/** What a browser sends of its secret, in the form that is stored. */
export const readDeviceSecret = (
  call: Call,
  deviceKey: string,
  input: { Salt: string; PasswordVerifier: string },
): { salt: string; verifierSealed: string } => {
  // A number may have a leading zero byte, which makes it one byte longer than the group.
  const verifier = parseNumber(readHex(input.PasswordVerifier).replace(/^00/, ''))
  const salt = readHex(input.Salt)
  if (verifier === undefined || verifier <= 1n || verifier >= groupOrder - 1n || salt === '')
    throw invalidParameter('Invalid device secret verifier.')
  return { salt, verifierSealed: call.sealer.seal(toHex(verifier), sealContextOf(deviceKey)) }
}

export const deviceVerifierOf = (call: Call, { deviceKey, verifierSealed }: Device): bigint =>
  BigInt(`0x${call.sealer.open(verifierSealed ?? '', sealContextOf(deviceKey)).toString()}`)
