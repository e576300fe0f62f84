import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { mergeAttributes, proofs, readAttributes, readEmail } from '../../accounts/attributes.ts'
import { sendInvitationEmail } from '../../emails.ts'
import { after, operation, type Answer, type Call } from '../../pool.ts'
import { requireLockedAccount } from '../../accounts/accounts.ts'
import { assertPolicy, credentialOf, newTemporaryPassword, temporaryFor } from '../../proofs/passwords/passwords.ts'
import { insertAccount, updateAccount, type Account } from '../../accounts/queries.ts'
import { invalidParameter, unsupportedState, userExists } from '../../wire/refusals.ts'
import { endSignIns } from '../../tokens/revocation.ts'
import { describeUser } from './describe-user.ts'
import { attributeList, text, userOfPool } from '../wire-schemas.ts'
import { clearSignUps } from '../sign-ups.ts'

interface Invitation {
  username: string
  attributes: { Name: string; Value: string }[]
  password: string
}

const createInvited = async (call: Call, { username, attributes, password }: Invitation): Promise<Account> => {
  const attributesGiven = readAttributes(attributes, ['email', ...proofs])
  const email = readEmail(username)
  if (attributesGiven['email'] !== undefined && attributesGiven['email'].toLowerCase() !== email)
    throw invalidParameter('The email should be the username.')
  await clearSignUps(call, email)
  const sub = randomUUID()
  const account = await insertAccount(call.tx, {
    ...credentialOf(call, sub, password),
    sub,
    email,
    attributes: mergeAttributes({}, { email_verified: 'false', ...attributesGiven, email }),
    status: 'FORCE_CHANGE_PASSWORD',
    tempPasswordExpires: after(call.now, temporaryFor),
    createdAt: call.now,
  })
  if (!account) throw userExists('User account already exists')
  return account
}

const renewInvited = async (call: Call, { username, password }: Invitation): Promise<Account> => {
  const account = await requireLockedAccount(call, username)
  if (account.status !== 'FORCE_CHANGE_PASSWORD')
    throw unsupportedState(`Resend not possible. ${username} status is not FORCE_CHANGE_PASSWORD`)
  await endSignIns(call, { sub: account.sub })
  return updateAccount(call.tx, account.sub, {
    ...credentialOf(call, account.sub, password),
    tempPasswordExpires: after(call.now, temporaryFor),
    updatedAt: call.now,
  })
}

/** Named in the email, as far as they are known. */
const invitedBy = z.object({ inviter: z.optional(text(512)), account: z.optional(text(512)) })

/** Invites, or repeats an invitation with a new temporary password. */
export const adminCreateUser = operation(
  userOfPool.extend({
    UserAttributes: attributeList.default([]),
    TemporaryPassword: z.optional(text(512)),
    MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
    ClientMetadata: invitedBy.default({}),
  }),
  async (call, input): Promise<Answer> => {
    const password = input.TemporaryPassword ?? newTemporaryPassword()
    assertPolicy(password)
    const invitation = { username: input.Username, attributes: input.UserAttributes, password }
    const account = await (input.MessageAction === 'RESEND' ? renewInvited : createInvited)(call, invitation)
    if (input.MessageAction !== 'SUPPRESS') await sendInvitationEmail(call, account, { password, ...input.ClientMetadata })
    return { User: describeUser(account) }
  },
)
