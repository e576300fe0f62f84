import { isEmailVerified, type Subject } from '../../accounts/accounts.ts'
import { sendGuessingEmail, sendToNobody } from '../../emails.ts'
import { after, type Call } from '../../pool.ts'
import { selectThrottles, upsertThrottle, type ProofKind } from './throttle-queries.ts'

const day = 86_400_000

/** One email a day, for guesses of any kind and from any location. */
export const notifyGuessing = async (
  call: Call,
  { sub, account }: Pick<Subject, 'sub' | 'account'>,
  kind: Exclude<ProofKind, 'passkey'>,
): Promise<void> => {
  const counter = { subject: sub, kind: 'attack_letter' } as const
  const [last] = await selectThrottles(call.tx, [counter])
  if (last && after(last.lastAt, day) > call.now) return
  await upsertThrottle(call.tx, { ...counter, count: 1, since: call.now, lastAt: call.now })
  if (!account || !account.enabled || !isEmailVerified(account)) return sendToNobody(call)
  return sendGuessingEmail(call, account, kind)
}
