// What the product itself does with accounts, reached through the SDK in this process only.
import { z } from 'zod'
import { requireLockedAccount, isEmailVerified, requireAccount } from '../../accounts/accounts.ts'
import { mergeAttributes, proofs, readAttributes, readEmail } from '../../accounts/attributes.ts'
import { endOtherWaysIn } from '../../factors/ending.ts'
import { saveAttributes } from '../../factors/methods.ts'
import { sendPasswordCode, sendSecurityEmail } from '../../emails.ts'
import { after, operation, type Call } from '../../pool.ts'
import { issueCode } from '../../proofs/codes/codes.ts'
import { assertLastingPolicy, assertPolicy, credentialOf, temporaryFor } from '../../proofs/passwords/passwords.ts'
import { forgetAllFailures } from '../../proofs/throttle/throttle.ts'
import { changeEmail, deleteAccount, updateAccount, type Account, type AccountChange } from '../../accounts/queries.ts'
import { deleteSessionsOf } from '../../proofs/session-queries.ts'
import { aliasExists, invalidParameter, notAuthorized } from '../../wire/refusals.ts'
import { endSignIns } from '../../tokens/revocation.ts'
import { describeMfa, describeUser } from './describe-user.ts'
import { attributeList, password, userOfPool } from '../wire-schemas.ts'
import { confirmAccount } from '../sign-ups.ts'

const change = (call: Call, sub: string, what: AccountChange) => updateAccount(call.tx, sub, { ...what, updatedAt: call.now })

export const adminGetUser = operation(userOfPool, async (call, input) => {
  const account = await requireAccount(call, input.Username)
  const { Attributes, ...user } = describeUser(account)
  return { ...user, UserAttributes: Attributes, ...describeMfa(account) }
})

/** The old address gets an email. Sign-ins under way end, because their codes went there. */
const moveTo = async (call: Call, account: Account, email: string): Promise<void> => {
  if (!(await changeEmail(call.tx, account.sub, email))) throw aliasExists()
  await deleteSessionsOf(call.tx, account.sub)
  await sendSecurityEmail(call, account, 'An admin changed the email address of your account. Sign in with the new one.')
}

/** A new email is unverified unless the same call says otherwise. */
export const adminUpdateUserAttributes = operation(userOfPool.extend({ UserAttributes: attributeList }), async (call, input) => {
  const account = await requireLockedAccount(call, input.Username)
  const attributesGiven = readAttributes(input.UserAttributes, ['email', ...proofs])
  const email =
    attributesGiven['email'] === undefined ? account.email : readEmail(attributesGiven['email'], 'Invalid email address format.')
  const keptVerified = email === account.email ? account.attributes['email_verified'] : 'false'
  const verified = attributesGiven['email_verified'] ?? keptVerified ?? 'false'
  const attributes = mergeAttributes(account.attributes, { ...attributesGiven, email, email_verified: verified })
  if (email !== account.email) await moveTo(call, account, email)
  await saveAttributes(call, account, attributes)
  return {}
})

export const adminSetUserPassword = operation(
  userOfPool.extend({ Password: password, Permanent: z.boolean().default(false) }),
  async (call, input) => {
    const account = await requireLockedAccount(call, input.Username)
    const { sub, email, status } = account
    if (input.Permanent) assertLastingPolicy(input.Password, email)
    else assertPolicy(input.Password)
    await change(call, sub, {
      ...credentialOf(call, sub, input.Password),
      status: input.Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
      tempPasswordExpires: input.Permanent ? null : after(call.now, temporaryFor),
    })
    await endSignIns(call, { sub })
    await endOtherWaysIn(call, sub)
    await forgetAllFailures(call, sub)
    if (status === 'CONFIRMED' || status === 'RESET_REQUIRED')
      await sendSecurityEmail(call, account, 'An admin changed your password.')
    return {}
  },
)

export const adminResetUserPassword = operation(userOfPool, async (call, input) => {
  const account = await requireLockedAccount(call, input.Username)
  if (account.status === 'FORCE_CHANGE_PASSWORD' || account.status === 'UNCONFIRMED')
    throw notAuthorized('User password cannot be reset in the current state.')
  if (!isEmailVerified(account))
    throw invalidParameter('Cannot reset password for the user as there is no registered/verified email or phone_number')
  await change(call, account.sub, { status: 'RESET_REQUIRED' })
  await endSignIns(call, { sub: account.sub })
  await endOtherWaysIn(call, account.sub)
  await sendPasswordCode(call, account, await issueCode(call, account.sub, 'password', account.email))
  return {}
})

/** Confirms for the user; the email stays unverified, as with the service. */
export const adminConfirmSignUp = operation(userOfPool, async (call, input) => {
  const account = await requireLockedAccount(call, input.Username)
  if (account.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${account.status}`)
  await confirmAccount(call, account)
  return {}
})

export const adminDisableUser = operation(userOfPool, async (call, input) => {
  const { sub } = await requireLockedAccount(call, input.Username)
  await change(call, sub, { enabled: false })
  await endSignIns(call, { sub })
  return {}
})

export const adminEnableUser = operation(userOfPool, async (call, input) => {
  const { sub } = await requireLockedAccount(call, input.Username)
  await change(call, sub, { enabled: true })
  return {}
})

export const adminDeleteUser = operation(userOfPool, async (call, input) => {
  const { sub } = await requireLockedAccount(call, input.Username)
  await endSignIns(call, { sub })
  await deleteAccount(call.tx, sub)
  return {}
})

export const adminUserGlobalSignOut = operation(userOfPool, async (call, input) => {
  const { sub } = await requireLockedAccount(call, input.Username)
  await endSignIns(call, { sub })
  return {}
})
