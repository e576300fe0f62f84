import { z } from 'zod'
import { requireAccount } from '../accounts.ts'
import { operation, type Answer, type Call } from '../pool.ts'
import { notAuthorized, passwordResetRequired } from '../refusals.ts'
import { lockAccount } from '../queries.ts'
import { hashToken, issueTokens } from '../tokens/issue.ts'
import { selectRefreshToken } from '../tokens/queries.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { client, text, token } from './shapes.ts'

interface Used {
  refreshToken: string
  /** The device that the browser says it is. */
  deviceKey: string | undefined
}

/** A device that only got its name at that sign-in is not in the token. */
const isOfOtherDevice = (proven: string | null, given: string | undefined): boolean =>
  proven !== null && given !== undefined && proven !== given

/** New tokens for a sign-in that goes on; the refresh token itself stays. */
export const refreshTokens = async (call: Call, { refreshToken, deviceKey }: Used): Promise<Answer> => {
  const row = await selectRefreshToken(call.tx, hashToken(refreshToken))
  if (!row || isOfOtherDevice(row.deviceKey, deviceKey)) throw notAuthorized('Invalid Refresh Token')
  if (row.revokedAt) throw notAuthorized('Refresh Token has been revoked')
  if (row.expires <= call.now) throw notAuthorized('Refresh Token has expired')
  const account = await requireAccount(call, row.sub)
  if (!account.enabled) throw notAuthorized('User is disabled.')
  if (account.status === 'RESET_REQUIRED') throw passwordResetRequired()
  return issueTokens(call, account, row)
}

export const getTokensFromRefreshToken = operation(
  client.extend({ RefreshToken: token, DeviceKey: z.optional(text(64)) }),
  async (call, { RefreshToken, DeviceKey }) => ({
    AuthenticationResult: await refreshTokens(call, { refreshToken: RefreshToken, deviceKey: DeviceKey }),
  }),
)

/** Ends one sign-in. A token we do not know is as good as ended. */
export const revokeToken = operation(client.extend({ Token: token }), async (call, input) => {
  const row = await selectRefreshToken(call.tx, hashToken(input.Token))
  if (!row) return {}
  await lockAccount(call.tx, row.sub)
  await endSignIns(call, { sub: row.sub, only: row.originJti })
  return {}
})
