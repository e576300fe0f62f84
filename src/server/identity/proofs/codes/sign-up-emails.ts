// How many emails the sign-ups with one address send to it.
import { after, type Call } from '../../pool.ts'
import { countEmail } from '../throttle/addresses.ts'
import { repeatWindow } from './code-requests.ts'
import { assertOneMore, countEmails, readEmails, type EmailCounts } from './emails-per-network.ts'

/** For one address, over all its sign-ups. */
export const assertMaySignUp = async (call: Call, address: string): Promise<EmailCounts> => {
  const emails = await readEmails(call, address, 'sign_up')
  assertOneMore(emails)
  return emails
}

/** Whether a code is sent again: not for the client's own repetition of a call. Too many an hour are refused. */
export const admitSignUpCode = async (call: Call, address: string): Promise<boolean> => {
  const emails = await readEmails(call, address, 'sign_up_code')
  const { ofNetwork } = emails
  if (ofNetwork && after(ofNetwork.lastAt, repeatWindow) > call.now) return false
  assertOneMore(emails)
  await countEmail(call)
  await countEmails(call, emails)
  return true
}
