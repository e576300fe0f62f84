import { z } from 'zod'
import { requireLockedAccount } from '../../accounts/accounts.ts'
import { assertKeepsSecondStep, changeMethods, isReachable, type Methods } from '../../factors/methods.ts'
import { deleteTotp, selectTotp } from '../../factors/software-token/totp-queries.ts'
import { operation, type Call } from '../../pool.ts'
import type { Account, MfaMethod } from '../../accounts/queries.ts'
import { invalidParameter } from '../../wire/refusals.ts'
import { lockFreshBearer } from '../bearer.ts'
import { signedIn, userOfPool } from '../wire-schemas.ts'

const setting = z.optional(z.object({ Enabled: z.optional(z.boolean()), PreferredMfa: z.optional(z.boolean()) }))
const settings = { SMSMfaSettings: setting, SoftwareTokenMfaSettings: setting, EmailMfaSettings: setting }

/** Absent settings stay unchanged. */
type MfaSettings = Record<MfaMethod, z.infer<typeof setting>>

const methods: readonly MfaMethod[] = ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']

const readSettings = (input: z.infer<z.ZodObject<typeof settings>>): MfaSettings => ({
  SMS_MFA: input.SMSMfaSettings,
  SOFTWARE_TOKEN_MFA: input.SoftwareTokenMfaSettings,
  EMAIL_OTP: input.EmailMfaSettings,
})

const preferredOf = (account: Account, mfaSettings: MfaSettings, enabled: readonly MfaMethod[]): MfaMethod | null => {
  const [preferred, second] = methods.filter((method) => mfaSettings[method]?.PreferredMfa === true)
  if (second !== undefined) throw invalidParameter('Only one method of two-step sign-in can be preferred.')
  if (preferred !== undefined && !enabled.includes(preferred))
    throw invalidParameter('A method of two-step sign-in that is turned off cannot be preferred.')
  const kept = enabled.find((method) => method === account.mfaPreferred && mfaSettings[method]?.PreferredMfa !== false)
  return preferred ?? kept ?? null
}

const readMethods = (account: Account, mfaSettings: MfaSettings): Methods => {
  const enabled = methods.filter((method) => mfaSettings[method]?.Enabled ?? account.mfaMethods.includes(method))
  return { enabled, preferred: preferredOf(account, mfaSettings, enabled) }
}

const assertUsable = async (call: Call, account: Account, method: MfaMethod): Promise<void> => {
  if (method === 'SOFTWARE_TOKEN_MFA' && !(await selectTotp(call.tx, account.sub))?.secretSealed)
    throw invalidParameter('User has not verified software token mfa')
  if (!isReachable(call, account, method)) throw invalidParameter(`User does not have delivery config set to turn on ${method}`)
}

const applySettings = async (
  call: Call,
  account: Account,
  { mfaSettings, chosen }: { mfaSettings: MfaSettings; chosen: Methods },
) => {
  for (const method of chosen.enabled) if (mfaSettings[method]?.Enabled) await assertUsable(call, account, method)
  if (mfaSettings.SOFTWARE_TOKEN_MFA?.Enabled === false) await deleteTotp(call.tx, account.sub)
  await changeMethods(call, account, chosen)
  return {}
}

export const setUserMfaPreference = operation(signedIn.extend(settings), async (call, input) => {
  const { account } = await lockFreshBearer(call)
  const mfaSettings = readSettings(input)
  if (methods.every((method) => mfaSettings[method] === undefined)) throw invalidParameter('No valid MFA method provided')
  const chosen = readMethods(account, mfaSettings)
  assertKeepsSecondStep(call, account, chosen.enabled)
  return applySettings(call, account, { mfaSettings, chosen })
})

/** Also for a user who lost their phone. If a second step is required, they set up a new one at the next sign-in. */
export const adminSetUserMfaPreference = operation(userOfPool.extend(settings), async (call, input) => {
  const account = await requireLockedAccount(call, input.Username)
  const mfaSettings = readSettings(input)
  return applySettings(call, account, { mfaSettings, chosen: readMethods(account, mfaSettings) })
})
