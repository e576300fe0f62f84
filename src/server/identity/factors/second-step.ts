import { z } from 'zod'
import type { Step } from './step.ts'
import type { Answer, Call } from '../pool.ts'
import { progressData, type Progress } from '../proofs/progress.ts'
import { askForCode } from '../proofs/codes/sent-codes.ts'
import { newSessionId, openSession } from '../proofs/sessions.ts'
import type { Account, MfaMethod } from '../accounts/queries.ts'
import { codeNotDelivered, notAuthorized } from '../wire/refusals.ts'
import { isReachable, otherMethods } from './methods.ts'
import { askToSetUp } from './set-up.ts'
import { selectTotp } from './software-token/totp-queries.ts'

/** What the sessions of SOFTWARE_TOKEN_MFA and SELECT_MFA_TYPE contain. */
export const secondStepData = z.object({ progress: progressData })

type Ask = (call: Call, account: Account, progress: Progress) => Promise<Answer>

interface AskedStep {
  step: 'SOFTWARE_TOKEN_MFA' | 'SELECT_MFA_TYPE'
  progress: Progress
  parameters: Record<string, string>
}

const ask = async (call: Call, { sub }: Account, { step, progress, parameters }: AskedStep): Promise<Answer> => {
  const id = newSessionId()
  await openSession(call, { id, subject: sub, step, data: { progress } })
  return { ChallengeName: step, ChallengeParameters: { ...parameters, USERNAME: sub, USER_ID_FOR_SRP: sub }, Session: id }
}

const askToken: Ask = async (call, account, progress) => {
  const name = (await selectTotp(call.tx, account.sub))?.name
  return ask(call, account, {
    step: 'SOFTWARE_TOKEN_MFA',
    progress,
    parameters: name ? { FRIENDLY_DEVICE_NAME: name } : {},
  })
}

const askBy: Record<MfaMethod, Ask> = {
  SOFTWARE_TOKEN_MFA: askToken,
  EMAIL_OTP: (call, account, progress) =>
    askForCode(call, { subject: { ...account, account }, medium: 'EMAIL', challenge: 'EMAIL_OTP', purpose: 'second', progress }),
  SMS_MFA: (call, account, progress) =>
    askForCode(call, { subject: { ...account, account }, medium: 'SMS', challenge: 'SMS_MFA', purpose: 'second', progress }),
}

/** The second steps that are possible after this first step; refuses if there is none, rather than skipping it. */
export const methodsToAsk = (call: Call, account: Account, { first }: Progress): MfaMethod[] => {
  const others = otherMethods(account, first)
  if (others.length === 0) throw notAuthorized('This account asks for the password first.')
  const reachable = others.filter((method) => isReachable(call, account, method))
  if (reachable.length === 0) throw codeNotDelivered()
  return reachable
}

export const askMethod = (call: Call, account: Account, chosen: { method: MfaMethod; progress: Progress }): Promise<Answer> =>
  askBy[chosen.method](call, account, chosen.progress)

/** A passkey with user verification is both steps at once. */
export const askSecondStep: Step = async (call, account, progress) => {
  if (account.mfaMethods.length === 0 || progress.isSecondStepDone || progress.first === 'passkey') return undefined
  const methods = methodsToAsk(call, account, progress)
  const method = methods.length === 1 ? methods[0] : methods.find((one) => one === account.mfaPreferred)
  if (method !== undefined) return askMethod(call, account, { method, progress })
  return ask(call, account, {
    step: 'SELECT_MFA_TYPE',
    progress,
    parameters: { MFAS_CAN_CHOOSE: JSON.stringify(methods) },
  })
}

export const askSetUp: Step = async (call, account, progress) => {
  if (call.settings.mfa !== 'required' || account.mfaMethods.length > 0 || progress.first === 'passkey') return undefined
  return askToSetUp(call, account, progress)
}
