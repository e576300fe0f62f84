// Whose access token came with the call.
import type { Call } from '../pool.ts'
import { lockAccount, selectAccount, type Account } from '../queries.ts'
import { notAuthorized, userNotFound } from '../refusals.ts'
import { isOriginRevoked } from '../tokens/queries.ts'

interface Bearer {
  account: Account
  originJti: string
}

const bearerOf = async (call: Call, find: typeof selectAccount): Promise<Bearer> => {
  if (!call.bearer) throw notAuthorized('Invalid Access Token')
  const { sub, originJti } = call.bearer
  // Before the revocation is looked up: what holds the account may be ending this very sign-in.
  const account = await find(call.tx, sub)
  if (await isOriginRevoked(call.tx, originJti)) throw notAuthorized('Access Token has been revoked')
  if (!account) throw userNotFound()
  if (!account.enabled) throw notAuthorized('User is disabled.')
  return { account, originJti }
}

/** To read. */
export const findBearer = (call: Call): Promise<Bearer> => bearerOf(call, selectAccount)

/** To change: nobody else changes the account until it is done. */
export const holdBearer = (call: Call): Promise<Bearer> => bearerOf(call, lockAccount)
