import { z } from 'zod'
import { operation } from '../pool.ts'
import { invalidParameter } from '../refusals.ts'
import type { Challenge } from './challenges/challenge.ts'
import { newPasswordRequired, passwordVerifier } from './challenges/password.ts'
import { client, parameters, text } from './shapes.ts'

const challenges = new Map<string, Challenge>([
  ['PASSWORD_VERIFIER', passwordVerifier],
  ['NEW_PASSWORD_REQUIRED', newPasswordRequired],
])

export const respondToAuthChallenge = operation(
  client.extend({ ChallengeName: text(64), ChallengeResponses: parameters, Session: z.optional(text(2048)) }),
  async (call, input) => {
    const challenge = challenges.get(input.ChallengeName)
    if (!challenge) throw invalidParameter('This challenge is not enabled for the client.')
    const username = input.ChallengeResponses['USERNAME'] ?? ''
    if (username === '' || username.length > 254) throw invalidParameter('Missing required parameter USERNAME')
    return challenge(call, { session: input.Session, username, given: input.ChallengeResponses })
  },
)
