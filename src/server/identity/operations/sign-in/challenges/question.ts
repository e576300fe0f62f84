import { findSubject } from '../../../accounts/accounts.ts'
import { checkDevice } from '../../../factors/devices.ts'
import { openQuestion, questionData, questionStep } from '../../../factors/question.ts'
import { findSession } from '../../../proofs/sessions.ts'
import { assertMayTry, countFailure, forgetFailures } from '../../../proofs/throttle/throttle.ts'
import { wrongPassword } from '../../../wire/refusals.ts'
import { continueSignIn } from '../next-step.ts'
import type { Challenge } from './challenge.ts'

const answersMax = 3

export const customChallenge: Challenge = async (call, { session: id, username, given }) => {
  const { sub, account } = await findSubject(call, username)
  const failures = await assertMayTry(call, sub, 'question')
  const session = await findSession(call, { id, subject: sub, step: questionStep, data: questionData })
  const { progress, wrong } = session.data
  if (!call.customChallenge?.isAnswer(sub, given['ANSWER'] ?? '') || !account) {
    await session.close()
    await countFailure(call, { sub, account }, failures)
    if (wrong + 1 >= answersMax) throw wrongPassword()
    return openQuestion(call, sub, { progress, wrong: wrong + 1 })
  }
  const deviceKey = given['DEVICE_KEY'] ?? progress.deviceKey
  await checkDevice(call, account, { deviceKey, session })
  await session.close()
  await forgetFailures(call, failures)
  return continueSignIn(call, account, { ...progress, deviceKey, isAnswered: true })
}
