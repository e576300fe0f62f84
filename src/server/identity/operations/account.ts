// What users do with their own account, authorized by an access token.
import { z } from 'zod'
import { findSubject } from '../accounts/accounts.ts'
import { listAttributes } from '../accounts/attributes.ts'
import { endOtherWaysIn } from '../factors/ending.ts'
import { sendSecurityEmail } from '../emails.ts'
import { operation } from '../pool.ts'
import { assertLastingPolicy, credentialOf, isPasswordOf } from '../proofs/passwords/passwords.ts'
import { assertMayTry, countFailure, forgetFailures } from '../proofs/throttle/throttle.ts'
import { deleteAccount, updateAccount } from '../accounts/queries.ts'
import { notAuthorized, wrongPassword } from '../wire/refusals.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { findBearer, lockBearer, lockFreshBearer } from './bearer.ts'
import { describeMfa } from './admin/describe-user.ts'
import { password, signedIn } from './wire-schemas.ts'

export const getUser = operation(signedIn, async (call) => {
  const { account } = await findBearer(call)
  return { Username: account.sub, UserAttributes: listAttributes(account), ...describeMfa(account) }
})

/** `keep` is sent for a user who trusts their passkeys and remembered browsers; the service never asks, and keeps them. */
const wishes = z.object({ keep: z.optional(z.enum(['passkeys-and-devices'])) })

/** Ends every other sign-in of the user, their passkeys, and their remembered browsers. */
export const changePassword = operation(
  signedIn.extend({ PreviousPassword: password, ProposedPassword: password, ClientMetadata: z.optional(wishes) }),
  async (call, input) => {
    const { account, originJti } = await lockBearer(call)
    const { sub } = account
    assertLastingPolicy(input.ProposedPassword, account.email)
    const failures = await assertMayTry(call, sub)
    if (!isPasswordOf(call, await findSubject(call, sub), input.PreviousPassword)) {
      await countFailure(call, { sub, account }, failures)
      throw wrongPassword()
    }
    await forgetFailures(call, failures)
    await updateAccount(call.tx, sub, { ...credentialOf(call, sub, input.ProposedPassword), updatedAt: call.now })
    await endSignIns(call, { sub, except: originJti })
    const isKept = input.ClientMetadata?.keep !== undefined
    if (!isKept) await endOtherWaysIn(call, sub)
    const rest = isKept
      ? 'Your passkeys and remembered devices still work.'
      : 'Your passkeys and remembered devices were removed.'
    await sendSecurityEmail(call, account, `Your password was changed. ${rest}`)
    return {}
  },
)

/**
 * A user who deleted their sign-in could create a new one with fewer protections. A user of an account is removed
 * there, where others see it.
 */
export const deleteUser = operation(signedIn, async (call) => {
  const { account } = await lockFreshBearer(call)
  if (await call.isUserOfAccount?.(call.tx, account.sub)) throw notAuthorized('Leave or close your account first.')
  await endSignIns(call, { sub: account.sub })
  await deleteAccount(call.tx, account.sub)
  await sendSecurityEmail(call, account, 'Your sign-in was deleted, including its password, passkeys and two-step sign-in.')
  return {}
})

export const globalSignOut = operation(signedIn, async (call) => {
  const { account } = await lockBearer(call)
  await endSignIns(call, { sub: account.sub })
  return {}
})
