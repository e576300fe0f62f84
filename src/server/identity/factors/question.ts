// The operator's own question. Its wrong answers are counted apart: with wrong passwords a right password would forget them, and
// with wrong second steps a stranger's guesses would keep the person from theirs.
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

/** Whichever way the person came in; one that stands alone is a way of its own. */
export const askQuestion: Step = async (call, { sub }, progress) =>
  call.customChallenge && !call.customChallenge.standsAlone && !progress.isAnswered
    ? openQuestion(call, sub, { progress, wrong: 0 })
    : undefined
