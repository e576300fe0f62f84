import { randomUUID } from 'node:crypto'
import { deliveryTo } from '../accounts/accounts.ts'
import { mergeAttributes, readAttributes, readEmail } from '../accounts/attributes.ts'
import { sendConfirmationEmail, sendToNobody, sendPasswordDroppedEmail } from '../emails.ts'
import { operation, type Call } from '../pool.ts'
import { countEmail } from '../proofs/throttle/addresses.ts'
import { issueCode } from '../proofs/codes/codes.ts'
import { forgetLocations, keepLocation, keepSignUpNetwork } from '../proofs/throttle/known-location-queries.ts'
import { assertLastingPolicy, credentialOf, isPasswordOfAccount, unknownCredentialOf } from '../proofs/passwords/passwords.ts'
import { newSessionId, openSession } from '../proofs/sessions.ts'
import { redeemSignUpCode } from '../proofs/codes/sign-up-codes.ts'
import { countEmails } from '../proofs/codes/emails-per-network.ts'
import { admitSignUpCode, assertMaySignUp } from '../proofs/codes/sign-up-emails.ts'
import { insertAccount, selectUnconfirmedSubs, updateAccount, type Account, type Attributes } from '../accounts/queries.ts'
import { invalidParameter, userExists } from '../wire/refusals.ts'
import { attributeList, client, code, login, namedSignUp, password } from './wire-schemas.ts'
import { confirmAccount, lockSignUps, makeRoom, type SignUps } from './sign-ups.ts'

interface Form {
  email: string
  attributes: Attributes
  password: string
}

const addSignUp = async (call: Call, { email, attributes, password: chosen }: Form): Promise<Account> => {
  // Random, not by time: it must look like the decoy subs of unknown names.
  const sub = randomUUID()
  const account = await insertAccount(call.tx, {
    ...credentialOf(call, sub, chosen),
    sub,
    email,
    attributes,
    status: 'UNCONFIRMED',
    tempPasswordExpires: null,
    createdAt: call.now,
  })
  if (!account) throw userExists()
  await keepLocation(call, sub)
  await keepSignUpNetwork(call, sub, email)
  return account
}

/** A repeated sign-up from the same location with the same password is the same one: any tab can confirm it. */
const saveSignUp = async (call: Call, signUps: SignUps, form: Form): Promise<Account> => {
  const same = signUps.waitingHere.find((account) => isPasswordOfAccount(call, account, form.password))
  if (same) return updateAccount(call.tx, same.sub, { attributes: form.attributes, updatedAt: call.now })
  await makeRoom(call, signUps)
  return addSignUp(call, form)
}

const sendConfirmation = async (call: Call, account: Account): Promise<void> => {
  const issued = await issueCode(call, account.sub, 'sign_up', account.email)
  const waiting = await selectUnconfirmedSubs(call.tx, account.email)
  await sendConfirmationEmail(call, account, { code: issued, isOneOfSeveral: waiting.length > 1 })
}

export const signUp = operation(
  client.extend({ Username: login, Password: password, UserAttributes: attributeList.default([]) }),
  async (call, input) => {
    const email = readEmail(input.Username)
    const attributesGiven = readAttributes(input.UserAttributes, ['email'])
    if (attributesGiven['email'] !== undefined && attributesGiven['email'].toLowerCase() !== email)
      throw invalidParameter('The email should be the username.')
    const attributes = mergeAttributes({}, { ...attributesGiven, email, email_verified: 'false' })
    assertLastingPolicy(input.Password, email)
    const signUps = await lockSignUps(call, email)
    // Also if the address is taken: otherwise the limit would reveal which addresses have accounts.
    await countEmail(call)
    if (signUps.isTaken) throw userExists()
    const counts = await assertMaySignUp(call, signUps.address)
    const account = await saveSignUp(call, signUps, { email, attributes, password: input.Password })
    await countEmails(call, counts)
    await sendConfirmation(call, account)
    return { UserConfirmed: false, UserSub: account.sub, CodeDeliveryDetails: deliveryTo(email) }
  },
)

/** The same work without an account. */
const sendDecoy = async (call: Call, address: string): Promise<void> => {
  await issueCode(call, address, 'sign_up', undefined)
  await selectUnconfirmedSubs(call.tx, '')
  await sendToNobody(call)
}

/** The session with which a confirmed sign-up may continue to sign in. */
export const signUpStep = 'SIGN_UP'

/**
 * The owner of the mailbox cannot tell the code of a stranger's sign-up from their own: the stranger's password must
 * not work.
 */
const dropPassword = async (call: Call, account: Account): Promise<void> => {
  await updateAccount(call.tx, account.sub, { ...unknownCredentialOf(call, account.sub), updatedAt: call.now })
  await forgetLocations(call.tx, account.sub)
  await sendPasswordDroppedEmail(call, account)
}

/** Refuses alike if the code is wrong, no one signed up, or the address is already confirmed. */
export const confirmSignUp = operation(
  client.extend({ Username: login, ConfirmationCode: code, ClientMetadata: namedSignUp }),
  async (call, input) => {
    const signUps = await lockSignUps(call, input.Username, input.ClientMetadata.userSub)
    const account = await redeemSignUpCode(call, signUps, input.ConfirmationCode)
    await confirmAccount(call, account, { attributes: { ...account.attributes, email_verified: 'true' } })
    if (signUps.meant.length > 1) await dropPassword(call, account)
    const id = newSessionId()
    await openSession(call, { id, subject: account.sub, step: signUpStep, data: {} })
    return { Session: id }
  },
)

/** Answers the same for a waiting, a confirmed and an unknown address. */
export const resendConfirmationCode = operation(
  client.extend({ Username: login, ClientMetadata: namedSignUp }),
  async (call, input) => {
    const { address, typedEmail, meant } = await lockSignUps(call, input.Username, input.ClientMetadata.userSub)
    if (await admitSignUpCode(call, address)) {
      const [account] = meant
      await (account ? sendConfirmation(call, account) : sendDecoy(call, address))
    }
    return { CodeDeliveryDetails: deliveryTo(typedEmail) }
  },
)
