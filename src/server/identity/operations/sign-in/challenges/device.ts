import { z } from 'zod'
import { findSubject } from '../../../accounts/accounts.ts'
import { deleteDevice, updateDevice, type Device } from '../../../factors/device-queries.ts'
import { deviceVerifierOf, findDevice, noSuchDevice } from '../../../factors/devices.ts'
import type { Call } from '../../../pool.ts'
import { exchangeData, isProven, openExchange } from '../../../proofs/passwords/exchange.ts'
import { progressData, type Progress } from '../../../proofs/progress.ts'
import { findSession } from '../../../proofs/sessions.ts'
import { assertAddressMay, countAddressFailure } from '../../../proofs/throttle/addresses.ts'
import { invalidSession, wrongPassword } from '../../../wire/refusals.ts'
import { continueSignIn } from '../next-step.ts'
import type { Challenge } from './challenge.ts'

const verifying = 'DEVICE_PASSWORD_VERIFIER'
const askedData = z.object({ progress: progressData })
const verifyingData = exchangeData.extend({ progress: progressData })

/** The remembered device that the sign-in began with, and no other. */
const deviceOf = async (call: Call, sub: string, { progress, given }: { progress: Progress; given: string | undefined }) => {
  const device = await findDevice(call, sub, progress.deviceKey)
  if (!device?.remembered || device.deviceKey !== given) throw noSuchDevice()
  return device
}

export const deviceSrpAuth: Challenge = async (call, { session: id, username, given }) => {
  const { sub } = await findSubject(call, username)
  const session = await findSession(call, { id, subject: sub, step: 'DEVICE_SRP_AUTH', data: askedData })
  const { progress } = session.data
  const device = await deviceOf(call, sub, { progress, given: given['DEVICE_KEY'] })
  const opened = await openExchange(call, {
    subject: sub,
    step: verifying,
    verifier: deviceVerifierOf(call, device),
    clientNumber: given['SRP_A'] ?? '',
    data: { progress },
  })
  await session.close()
  const ChallengeParameters = { SALT: device.salt, ...opened, USERNAME: sub, DEVICE_KEY: device.deviceKey }
  return { ChallengeName: verifying, ChallengeParameters }
}

const claimOf = (given: Readonly<Record<string, string>>, { groupKey, deviceKey }: Device) => ({
  group: groupKey,
  userId: deviceKey,
  secretBlock: given['PASSWORD_CLAIM_SECRET_BLOCK'] ?? '',
  timestamp: given['TIMESTAMP'] ?? '',
  signature: given['PASSWORD_CLAIM_SIGNATURE'] ?? '',
})

export const devicePasswordVerifier: Challenge = async (call, { username, given }) => {
  const { sub, account } = await findSubject(call, username)
  await assertAddressMay(call)
  const id = given['PASSWORD_CLAIM_SECRET_BLOCK']
  const session = await findSession(call, { id, subject: sub, step: verifying, data: verifyingData })
  if (!account) throw invalidSession()
  const { progress } = session.data
  const device = await deviceOf(call, sub, { progress, given: given['DEVICE_KEY'] })
  await session.close()
  if (!isProven(call, { ...session.data, verifier: deviceVerifierOf(call, device) }, claimOf(given, device))) {
    await countAddressFailure(call)
    // A browser that lost its secret could otherwise never sign in again; without the device it needs the second step.
    await deleteDevice(call.tx, { sub, deviceKey: device.deviceKey })
    throw wrongPassword()
  }
  await updateDevice(call.tx, { sub, deviceKey: device.deviceKey }, { lastUsedAt: call.now })
  return continueSignIn(call, account, { ...progress, isSecondStepDone: true, isDeviceProven: true })
}
