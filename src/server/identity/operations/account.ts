// What people do with their own account, proven by an access token.
import { findSubject, requireAccount } from '../accounts.ts'
import { listAttributes, mergeAttributes, readAttributes } from '../attributes.ts'
import { operation, type Call } from '../pool.ts'
import { assertPolicy, credentialOf, isPasswordOf } from '../proofs/passwords.ts'
import { assertMayTry, countFailure, forgetFailures } from '../proofs/throttle.ts'
import { updateAccount, type Account } from '../queries.ts'
import { notAuthorized, wrongPassword } from '../refusals.ts'
import { isOriginRevoked } from '../tokens/queries.ts'
import { TokenProblem } from '../tokens/read.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { attributeList, password, signedIn } from './shapes.ts'

const accountOf = async (call: Call, accessToken: string): Promise<{ account: Account; originJti: string }> => {
  const { sub, originJti } = await call.tokens.read(accessToken).catch((error: unknown) => {
    if (!(error instanceof TokenProblem)) throw error
    throw notAuthorized(error.kind === 'expired' ? 'Access Token has expired' : 'Invalid Access Token')
  })
  if (await isOriginRevoked(call.tx, originJti)) throw notAuthorized('Access Token has been revoked')
  const account = await requireAccount(call, sub)
  if (!account.enabled) throw notAuthorized('User is disabled.')
  return { account, originJti }
}

export const getUser = operation(signedIn, async (call, input) => {
  const { account } = await accountOf(call, input.AccessToken)
  return { Username: account.sub, UserAttributes: listAttributes(account) }
})

export const updateUserAttributes = operation(signedIn.extend({ UserAttributes: attributeList }), async (call, input) => {
  const { account } = await accountOf(call, input.AccessToken)
  const attributes = mergeAttributes(account.attributes, readAttributes(input.UserAttributes))
  await updateAccount(call.tx, account.sub, { attributes, updatedAt: call.now })
  return { CodeDeliveryDetailsList: [] }
})

/** Ends every other sign-in of the person. */
export const changePassword = operation(
  signedIn.extend({ PreviousPassword: password, ProposedPassword: password }),
  async (call, input) => {
    const { account, originJti } = await accountOf(call, input.AccessToken)
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

export const globalSignOut = operation(signedIn, async (call, input) => {
  const { account } = await accountOf(call, input.AccessToken)
  await endSignIns(call, { sub: account.sub })
  return {}
})
