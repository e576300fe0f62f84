// The operator's own question. Its wrong answers are counted separately: counted with passwords, a right password would
// reset them, and counted with second steps, a stranger's guesses would block the user's second step.
import { z } from 'zod'
import type { Step } from './step.ts'
import type { Answer, Call } from '../pool.ts'
import { progressData } from '../proofs/progress.ts'
import { newSessionId, openSession } from '../proofs/sessions.ts'

export const questionStep = 'CUSTOM_CHALLENGE'

export const questionData = z.object({
  progress: progressData,
  /** How many wrong answers came before. */
  wrong: z.number(),
})

export const openQuestion = async (call: Call, sub: string, data: z.infer<typeof questionData>): Promise<Answer> => {
  const id = newSessionId()
  await openSession(call, { id, subject: sub, step: questionStep, data })
  const ChallengeParameters = { ...call.customChallenge?.ask(sub), USERNAME: sub }
  return { ChallengeName: questionStep, ChallengeParameters, Session: id }
}

/** For every way of signing in; a question that stands alone is its own way. */
export const askQuestion: Step = async (call, { sub }, progress) =>
  call.customChallenge && !call.customChallenge.standsAlone && !progress.isAnswered
    ? openQuestion(call, sub, { progress, wrong: 0 })
    : undefined
