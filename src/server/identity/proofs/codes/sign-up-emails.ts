// How many letters the sign-ups with one address send to it.
import { after, type Call } from '../../pool.ts'
import { countEmail } from '../throttle/addresses.ts'
import { repeatWindow } from './code-requests.ts'
import { assertOneMore, countEmails, readEmails, type EmailCounts } from './emails-per-network.ts'

/** With one address, whoever signs up with it. */
export const assertMaySignUp = async (call: Call, address: string): Promise<EmailCounts> => {
  const letters = await readEmails(call, address, 'sign_up')
  assertOneMore(letters)
  return letters
}

/** Whether a code is to be sent again: not for the client's own repetition of a call. Too many an hour are refused. */
export const admitSignUpCode = async (call: Call, address: string): Promise<boolean> => {
  const letters = await readEmails(call, address, 'sign_up_code')
  const { ofNetwork } = letters
  if (ofNetwork && after(ofNetwork.lastAt, repeatWindow) > call.now) return false
  assertOneMore(letters)
  await countEmail(call)
  await countEmails(call, letters)
  return true
}
