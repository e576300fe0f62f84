import { deliveryTo, findSubject, isEmailVerified } from '../accounts/accounts.ts'
import { endOtherWaysIn } from '../factors/ending.ts'
import { wouldBeBothSteps } from '../factors/methods.ts'
import { sendToNobody, sendPasswordCode, sendResetByAdminEmail, sendSecurityEmail } from '../emails.ts'
import { operation, type Call } from '../pool.ts'
import { issueCode, redeemCode } from '../proofs/codes/codes.ts'
import { assertLastingPolicy, credentialOf } from '../proofs/passwords/passwords.ts'
import { admitCodeRequest } from '../proofs/codes/code-requests.ts'
import { forgetAllFailures } from '../proofs/throttle/throttle.ts'
import { updateAccount, type Account } from '../accounts/queries.ts'
import { expiredCode } from '../wire/refusals.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { client, code, login, password } from './wire-schemas.ts'

const mayBeWrittenTo = (account: Account | undefined): account is Account =>
  account !== undefined && account.enabled && isEmailVerified(account) && account.status !== 'FORCE_CHANGE_PASSWORD'

/** Not if the mailbox would then be both steps, unless an administrator decided so. */
const mayReset = (account: Account | undefined): account is Account =>
  mayBeWrittenTo(account) && (account.status === 'RESET_REQUIRED' || !wouldBeBothSteps(account, 'email'))

const postTo = (call: Call, account: Account | undefined, issued: string): Promise<void> => {
  if (mayReset(account)) return sendPasswordCode(call, account, issued)
  return mayBeWrittenTo(account) ? sendResetByAdminEmail(call, account) : sendToNobody(call)
}

/** Answers the same for all names; an email is only sent to an account that can be reset. */
export const forgotPassword = operation(client.extend({ Username: login }), async (call, input) => {
  const { sub, email, account } = await findSubject(call, input.Username)
  if (await admitCodeRequest(call, sub, 'password_code')) {
    await postTo(call, account, await issueCode(call, sub, 'password', account?.email))
  }
  return { CodeDeliveryDetails: deliveryTo(email) }
})

export const confirmForgotPassword = operation(
  client.extend({ Username: login, ConfirmationCode: code, Password: password }),
  async (call, input) => {
    // The name as typed: a comparison with the account would reveal its email to someone who knows its sub.
    assertLastingPolicy(input.Password, input.Username)
    const { sub, account } = await findSubject(call, input.Username)
    await redeemCode(call, { subject: { sub, account }, kind: 'password', code: input.ConfirmationCode, about: account?.email })
    if (!mayReset(account)) throw expiredCode()
    const credential = { ...credentialOf(call, sub, input.Password), passwordFromEmail: true }
    await updateAccount(call.tx, sub, { ...credential, status: 'CONFIRMED', updatedAt: call.now })
    await endSignIns(call, { sub })
    await endOtherWaysIn(call, sub)
    await forgetAllFailures(call, sub)
    await sendSecurityEmail(
      call,
      account,
      'Your password was reset with a code sent to this address. We removed your passkeys and remembered devices.',
    )
    return {}
  },
)
