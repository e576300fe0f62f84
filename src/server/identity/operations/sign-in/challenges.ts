import { z } from 'zod'
import { operation } from '../../pool.ts'
import { invalidParameter } from '../../wire/refusals.ts'
import type { Challenge } from './challenges/challenge.ts'
import { selectChallenge, webAuthn } from './challenges/choice.ts'
import { devicePasswordVerifier, deviceSrpAuth } from './challenges/device.ts'
import { newPasswordRequired, passwordVerifier } from './challenges/password.ts'
import { customChallenge } from './challenges/question.ts'
import { emailOtp, mfaSetup, selectMfaType, smsMfa, smsOtp, softwareTokenMfa } from './challenges/second-step.ts'
import { usernameOf } from './params.ts'
import { client, parameters, text } from '../wire-schemas.ts'

const challenges = new Map<string, Challenge>([
  ['PASSWORD_VERIFIER', passwordVerifier],
  ['NEW_PASSWORD_REQUIRED', newPasswordRequired],
  ['SELECT_CHALLENGE', selectChallenge],
  ['WEB_AUTHN', webAuthn],
  ['CUSTOM_CHALLENGE', customChallenge],
  ['DEVICE_SRP_AUTH', deviceSrpAuth],
  ['DEVICE_PASSWORD_VERIFIER', devicePasswordVerifier],
  ['SELECT_MFA_TYPE', selectMfaType],
  ['SOFTWARE_TOKEN_MFA', softwareTokenMfa],
  ['SMS_MFA', smsMfa],
  ['SMS_OTP', smsOtp],
  ['EMAIL_OTP', emailOtp],
  ['MFA_SETUP', mfaSetup],
])

export const respondToAuthChallenge = operation(
  client.extend({ ChallengeName: text(64), ChallengeResponses: parameters, Session: z.optional(text(2048)) }),
  async (call, input) => {
    const challenge = challenges.get(input.ChallengeName)
    if (!challenge) throw invalidParameter('This challenge is not enabled for the client.')
    const given = input.ChallengeResponses
    return challenge(call, { session: input.Session, username: usernameOf(given), given })
  },
)
