import { randomUUID } from 'node:crypto'
import { deliveryTo, findSubject } from '../accounts.ts'
import { mergeAttributes, readAttributes, readEmail } from '../attributes.ts'
import { postConfirmation, postNowhere } from '../letters.ts'
import { operation } from '../pool.ts'
import { issueCode, redeemCode } from '../proofs/codes.ts'
import { assertLastingPolicy, credentialOf } from '../proofs/passwords.ts'
import { newSessionId, openSession } from '../proofs/sessions.ts'
import { admitCodeRequest, countLetter } from '../proofs/throttle.ts'
import { insertAccount, updateAccount } from '../queries.ts'
import { invalidParameter, notAuthorized, userExists } from '../refusals.ts'
import { attributeList, client, code, login, password } from './shapes.ts'

export const signUp = operation(
  client.extend({ Username: login, Password: password, UserAttributes: attributeList.default([]) }),
  async (call, input) => {
    const email = readEmail(input.Username)
    const given = readAttributes(input.UserAttributes, ['email'])
    if (given['email'] !== undefined && given['email'].toLowerCase() !== email)
      throw invalidParameter('The email should be the username.')
    const attributes = mergeAttributes({}, { ...given, email, email_verified: 'false' })
    assertLastingPolicy(input.Password, email)
    await countLetter(call)
    // Random, not by time: it must look like the made-up subs of names that nobody has.
    const sub = randomUUID()
    const account = await insertAccount(call.tx, {
      ...credentialOf(call, sub, input.Password),
      sub,
      email,
      attributes,
      status: 'UNCONFIRMED',
      tempPasswordExpires: null,
      createdAt: call.now,
    })
    if (!account) throw userExists()
    await postConfirmation(call, account, await issueCode(call, sub, 'sign_up', email))
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: deliveryTo(email) }
  },
)

/** The session with which whoever confirmed may go straight on to sign in. */
export const signUpStep = 'SIGN_UP'

export const confirmSignUp = operation(client.extend({ Username: login, ConfirmationCode: code }), async (call, input) => {
  const { sub, account } = await findSubject(call, input.Username)
  if (account && account.status !== 'UNCONFIRMED')
    throw notAuthorized(`User cannot be confirmed. Current status is ${account.status}`)
  await redeemCode(call, { subject: sub, kind: 'sign_up', code: input.ConfirmationCode, about: account?.email })
  if (!account) throw notAuthorized('User cannot be confirmed.')
  const attributes = { ...account.attributes, email_verified: 'true' }
  await updateAccount(call.tx, sub, { status: 'CONFIRMED', attributes, updatedAt: call.now })
  const id = newSessionId()
  await openSession(call, { id, subject: sub, step: signUpStep, data: {} })
  return { Session: id }
})

/** Answers the same whether somebody waits for a code, is confirmed, or does not exist. */
export const resendConfirmationCode = operation(client.extend({ Username: login }), async (call, input) => {
  const { sub, email, account } = await findSubject(call, input.Username)
  if (await admitCodeRequest(call, sub, 'sign_up_code')) {
    const issued = await issueCode(call, sub, 'sign_up', account?.email)
    await (account?.status === 'UNCONFIRMED' ? postConfirmation(call, account, issued) : postNowhere(call))
  }
  return { CodeDeliveryDetails: deliveryTo(email) }
})
