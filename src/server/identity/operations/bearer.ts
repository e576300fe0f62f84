// The account whose access token came with the call.
import { after, type Call } from '../pool.ts'
import { lockAccount, selectAccount, type Account } from '../accounts/queries.ts'
import { notAuthorized, proofTooOld, userNotFound } from '../wire/refusals.ts'
import { isOriginRevoked, selectProvenAt } from '../tokens/queries.ts'

interface Bearer {
  account: Account
  originJti: string
}

const bearerOf = async (call: Call, find: typeof selectAccount): Promise<Bearer> => {
  if (!call.bearer) throw notAuthorized('Invalid Access Token')
  const { sub, originJti } = call.bearer
  // Before the revocation is looked up: a transaction that holds the account may be ending this very sign-in.
  const account = await find(call.tx, sub)
  if (await isOriginRevoked(call.tx, originJti)) throw notAuthorized('Access Token has been revoked')
  if (!account) throw userNotFound()
  if (!account.enabled) throw notAuthorized('User is disabled.')
  return { account, originJti }
}

/** To read. */
export const findBearer = (call: Call): Promise<Bearer> => bearerOf(call, selectAccount)

/** To change: locked against other changes until it is done. */
export const lockBearer = (call: Call): Promise<Bearer> => bearerOf(call, lockAccount)

const freshFor = 5 * 60_000

/** To change how the user signs in: a token alone, which could be stolen, is not enough. */
export const lockFreshBearer = async (call: Call): Promise<Bearer> => {
  const bearer = await lockBearer(call)
  const signedInAt = new Date((call.bearer?.authTime ?? 0) * 1000)
  if (after(signedInAt, freshFor) > call.now) return bearer
  const provenAt = await selectProvenAt(call.tx, bearer.originJti)
  if (provenAt === null || after(provenAt, freshFor) <= call.now) throw proofTooOld()
  return bearer
}
