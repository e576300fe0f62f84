// What people do with their own account, proven by an access token.
import { findSubject } from '../accounts.ts'
import { listAttributes, mergeAttributes, readAttributes } from '../attributes.ts'
import { operation, type Call } from '../pool.ts'
import { assertPolicy, credentialOf, isPasswordOf } from '../proofs/passwords.ts'
import { assertMayTry, countFailure, forgetFailures } from '../proofs/throttle.ts'
import { lockAccount, selectAccount, updateAccount, type Account } from '../queries.ts'
import { notAuthorized, userNotFound, wrongPassword } from '../refusals.ts'
import { isOriginRevoked } from '../tokens/queries.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { attributeList, password, signedIn } from './shapes.ts'

const bearerOf = async (call: Call, find: typeof selectAccount): Promise<{ account: Account; originJti: string }> => {
  if (!call.bearer) throw notAuthorized('Invalid Access Token')
  const { sub, originJti } = call.bearer
  // Before the revocation is looked up: what holds the account may be ending this very sign-in.
  const account = await find(call.tx, sub)
  if (await isOriginRevoked(call.tx, originJti)) throw notAuthorized('Access Token has been revoked')
  if (!account) throw userNotFound()
  if (!account.enabled) throw notAuthorized('User is disabled.')
  return { account, originJti }
}

/** The same for a change: nobody else changes the account until it is done. */
const holdBearer = (call: Call) => bearerOf(call, lockAccount)

export const getUser = operation(signedIn, async (call) => {
  const { account } = await bearerOf(call, selectAccount)
  return { Username: account.sub, UserAttributes: listAttributes(account) }
})

export const updateUserAttributes = operation(signedIn.extend({ UserAttributes: attributeList }), async (call, input) => {
  const { account } = await holdBearer(call)
  const attributes = mergeAttributes(account.attributes, readAttributes(input.UserAttributes))
  await updateAccount(call.tx, account.sub, { attributes, updatedAt: call.now })
  return { CodeDeliveryDetailsList: [] }
})

/** Ends every other sign-in of the person. */
export const changePassword = operation(
  signedIn.extend({ PreviousPassword: password, ProposedPassword: password }),
  async (call, input) => {
    const { account, originJti } = await holdBearer(call)
    const { sub } = account
    assertPolicy(input.ProposedPassword)
    const failures = await assertMayTry(call, sub)
    if (!isPasswordOf(call, await findSubject(call, sub), input.PreviousPassword)) {
      await countFailure(call, sub, failures)
      throw wrongPassword()
    }
    await forgetFailures(call, sub)
    await updateAccount(call.tx, sub, { ...credentialOf(call, sub, input.ProposedPassword), updatedAt: call.now })
    await endSignIns(call, { sub, except: originJti })
    return {}
  },
)

export const globalSignOut = operation(signedIn, async (call) => {
  const { account } = await holdBearer(call)
  await endSignIns(call, { sub: account.sub })
  return {}
})
