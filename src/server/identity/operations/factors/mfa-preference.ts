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

/** What is absent stays as it is. */
type Wanted = Record<MfaMethod, z.infer<typeof setting>>

const methods: readonly MfaMethod[] = ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']

const readWanted = (input: z.infer<z.ZodObject<typeof settings>>): Wanted => ({
  SMS_MFA: input.SMSMfaSettings,
  SOFTWARE_TOKEN_MFA: input.SoftwareTokenMfaSettings,
  EMAIL_OTP: input.EmailMfaSettings,
})

const preferredOf = (account: Account, wanted: Wanted, enabled: readonly MfaMethod[]): MfaMethod | null => {
  const [preferred, second] = methods.filter((method) => wanted[method]?.PreferredMfa === true)
  if (second !== undefined) throw invalidParameter('Only one method of two-step sign-in can be preferred.')
  if (preferred !== undefined && !enabled.includes(preferred))
    throw invalidParameter('A method of two-step sign-in that is turned off cannot be preferred.')
  const kept = enabled.find((method) => method === account.mfaPreferred && wanted[method]?.PreferredMfa !== false)
  return preferred ?? kept ?? null
}

const readMethods = (account: Account, wanted: Wanted): Methods => {
  const enabled = methods.filter((method) => wanted[method]?.Enabled ?? account.mfaMethods.includes(method))
  return { enabled, preferred: preferredOf(account, wanted, enabled) }
}

const assertUsable = async (call: Call, account: Account, method: MfaMethod): Promise<void> => {
  if (method === 'SOFTWARE_TOKEN_MFA' && !(await selectTotp(call.tx, account.sub))?.secretSealed)
    throw invalidParameter('User has not verified software token mfa')
  if (!isReachable(call, account, method)) throw invalidParameter(`User does not have delivery config set to turn on ${method}`)
}

const applyWanted = async (call: Call, account: Account, { wanted, chosen }: { wanted: Wanted; chosen: Methods }) => {
  for (const method of chosen.enabled) if (wanted[method]?.Enabled) await assertUsable(call, account, method)
  if (wanted.SOFTWARE_TOKEN_MFA?.Enabled === false) await deleteTotp(call.tx, account.sub)
  await changeMethods(call, account, chosen)
  return {}
}

export const setUserMfaPreference = operation(signedIn.extend(settings), async (call, input) => {
  const { account } = await lockFreshBearer(call)
  const wanted = readWanted(input)
  if (methods.every((method) => wanted[method] === undefined)) throw invalidParameter('No valid MFA method provided')
  const chosen = readMethods(account, wanted)
  assertKeepsSecondStep(call, account, chosen.enabled)
  return applyWanted(call, account, { wanted, chosen })
})

/** Also for a person who lost their telephone. Where a second step is required they set up a new one at the next sign-in. */
export const adminSetUserMfaPreference = operation(userOfPool.extend(settings), async (call, input) => {
  const account = await requireLockedAccount(call, input.Username)
  const wanted = readWanted(input)
  return applyWanted(call, account, { wanted, chosen: readMethods(account, wanted) })
})
