import { deliveryTo, findSubject, isEmailVerified } from '../accounts.ts'
import { forgetRememberedDevices } from '../factors/device-queries.ts'
import { postPasswordCode, postSecurityNotice } from '../letters.ts'
import { operation } from '../pool.ts'
import { issueCode, redeemCode } from '../proofs/codes.ts'
import { assertLastingPolicy, credentialOf } from '../proofs/passwords.ts'
import { admitCodeRequest, forgetFailures } from '../proofs/throttle.ts'
import { updateAccount, type Account } from '../queries.ts'
import { expiredCode } from '../refusals.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { client, code, login, password } from './shapes.ts'

const mayReset = (account: Account | undefined): account is Account =>
  account !== undefined && account.enabled && isEmailVerified(account) && account.status !== 'FORCE_CHANGE_PASSWORD'

/** Answers the same for everybody; a letter goes only to an account that can be reset. */
export const forgotPassword = operation(client.extend({ Username: login }), async (call, input) => {
  const { sub, email, account } = await findSubject(call, input.Username)
  if (await admitCodeRequest(call, sub, 'password_code')) {
    const issued = await issueCode(call, sub, 'password')
    if (mayReset(account)) await postPasswordCode(call, account, issued)
  }
  return { CodeDeliveryDetails: deliveryTo(email) }
})

export const confirmForgotPassword = operation(
  client.extend({ Username: login, ConfirmationCode: code, Password: password }),
  async (call, input) => {
    // The name as it was typed: a comparison with the account would tell its address to whoever knows its sub.
    assertLastingPolicy(input.Password, input.Username)
    const { sub, account } = await findSubject(call, input.Username)
    await redeemCode(call, { subject: sub, kind: 'password', code: input.ConfirmationCode })
    if (!mayReset(account)) throw expiredCode()
    await updateAccount(call.tx, sub, { ...credentialOf(call, sub, input.Password), status: 'CONFIRMED', updatedAt: call.now })
    await endSignIns(call, { sub })
    await forgetRememberedDevices(call.tx, sub)
    await forgetFailures(call, sub)
    await postSecurityNotice(call, account, 'A new password was chosen with a code that was sent to this address.')
    return {}
  },
)
