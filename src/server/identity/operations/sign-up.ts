import { randomUUID } from 'node:crypto'
import { deliveryTo } from '../accounts.ts'
import { mergeAttributes, readAttributes, readEmail } from '../attributes.ts'
import { postConfirmation, postNowhere } from '../letters.ts'
import { operation, type Call } from '../pool.ts'
import { countLetter } from '../proofs/addresses.ts'
import { admitCodeRequest, countSignUp } from '../proofs/code-requests.ts'
import { issueCode, redeemSignUpCode } from '../proofs/codes.ts'
import { isKnownPlace, keepPlace, placeOf } from '../proofs/known-places.ts'
import { assertLastingPolicy, credentialOf } from '../proofs/passwords.ts'
import { newSessionId, openSession } from '../proofs/sessions.ts'
import { insertAccount, type Account } from '../queries.ts'
import { invalidParameter, userExists } from '../refusals.ts'
import { attributeList, client, code, login, password } from './shapes.ts'
import { confirmAccount, deleteSurplus, holdSignUps, type SignUps } from './sign-ups.ts'

export const signUp = operation(
  client.extend({ Username: login, Password: password, UserAttributes: attributeList.default([]) }),
  async (call, input) => {
    const email = readEmail(input.Username)
    const given = readAttributes(input.UserAttributes, ['email'])
    if (given['email'] !== undefined && given['email'].toLowerCase() !== email)
      throw invalidParameter('The email should be the username.')
    const attributes = mergeAttributes({}, { ...given, email, email_verified: 'false' })
    assertLastingPolicy(input.Password, email)
    const signUps = await holdSignUps(call, email)
    // Also where the address is taken: who asks for many would learn who has an account.
    await countLetter(call)
    if (signUps.isTaken) throw userExists()
    await countSignUp(call, signUps.address)
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
    await deleteSurplus(call, signUps)
    await keepPlace(call, sub)
    await postConfirmation(call, account, await issueCode(call, sub, 'sign_up', email))
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: deliveryTo(email) }
  },
)

/** The session with which whoever confirmed may go straight on to sign in. */
export const signUpStep = 'SIGN_UP'

/** Refuses alike whether the code is wrong, nobody signed up, or the address is confirmed already. */
export const confirmSignUp = operation(client.extend({ Username: login, ConfirmationCode: code }), async (call, input) => {
  const signUps = await holdSignUps(call, input.Username)
  const account = await redeemSignUpCode(call, signUps, input.ConfirmationCode)
  await confirmAccount(call, account, { attributes: { ...account.attributes, email_verified: 'true' } })
  const id = newSessionId()
  await openSession(call, { id, subject: account.sub, step: signUpStep, data: {} })
  return { Session: id }
})

/** Their own rather than that of a stranger who took the same address later. */
const signUpMeant = async (call: Call, { waiting }: SignUps): Promise<Account | undefined> => {
  for (const account of waiting) {
    const place = placeOf(call, account.sub)
    if (place !== undefined && (await isKnownPlace(call, account.sub, place))) return account
  }
  return waiting[0]
}

/** Answers the same whether somebody waits for a code, is confirmed, or does not exist. */
export const resendConfirmationCode = operation(client.extend({ Username: login }), async (call, input) => {
  const signUps = await holdSignUps(call, input.Username)
  if (await admitCodeRequest(call, signUps.address, 'sign_up_code')) {
    const account = await signUpMeant(call, signUps)
    const issued = await issueCode(call, account?.sub ?? signUps.address, 'sign_up', account?.email)
    await (account ? postConfirmation(call, account, issued) : postNowhere(call))
  }
  return { CodeDeliveryDetails: deliveryTo(signUps.typedEmail) }
})
