import { z } from 'zod'
import { requireLockedAccount } from '../accounts/accounts.ts'
import { sendSecurityEmail } from '../emails.ts'
import { operation, type Answer, type Call } from '../pool.ts'
import { notAuthorized, passwordResetRequired, refreshTokenReused } from '../wire/refusals.ts'
import { lockAccount, type Account } from '../accounts/queries.ts'
import { issueTokens } from '../tokens/issue.ts'
import { findPresented, nextToken, type Presented } from '../tokens/refresh-tokens.ts'
import { endSignIns } from '../tokens/revocation.ts'
import { client, text, token } from './wire-schemas.ts'

interface Used {
  refreshToken: string
  /** The device that the browser claims to be. */
  deviceKey: string | undefined
}

/** A device that only got its key at that sign-in is not in the token. */
const isOfOtherDevice = (proven: string | null, given: string | undefined): boolean =>
  proven !== null && given !== undefined && proven !== given

/** Locks the account before it looks: of two concurrent uses one is the first. */
const holdPresented = async (call: Call, { refreshToken, deviceKey }: Used): Promise<Presented & { account: Account }> => {
  const beforeLock = await findPresented(call, refreshToken)
  if (!beforeLock || isOfOtherDevice(beforeLock.row.deviceKey, deviceKey)) throw notAuthorized('Invalid Refresh Token')
  const account = await requireLockedAccount(call, beforeLock.row.sub)
  const presented = await findPresented(call, refreshToken)
  if (!presented) throw notAuthorized('Invalid Refresh Token')
  return { ...presented, account }
}

/** Either use may be by a thief, so that sign-in ends. */
const refuseReuse = async (call: Call, { row, account }: Presented & { account: Account }): Promise<never> => {
  await endSignIns(call, { sub: row.sub, only: row.originJti })
  const sentence =
    'We ended one of your sessions because its token was used twice. Someone may have copied it from your browser. Please sign in again there.'
  await sendSecurityEmail(call, account, sentence, 'We ended one of your sessions')
  throw refreshTokenReused()
}

/** New tokens for a sign-in, and the refresh token to use next time. */
export const refreshTokens = async (call: Call, used: Used): Promise<Answer> => {
  const presented = await holdPresented(call, used)
  const { row, account } = presented
  if (row.revokedAt) throw notAuthorized('Refresh Token has been revoked')
  if (row.expires <= call.now) throw notAuthorized('Refresh Token has expired')
  if (!account.enabled) throw notAuthorized('User is disabled.')
  if (account.status === 'RESET_REQUIRED') throw passwordResetRequired()
  const RefreshToken = (await nextToken(call, presented)) ?? (await refuseReuse(call, presented))
  return { ...(await issueTokens(call, account, row)), ...(RefreshToken === used.refreshToken ? {} : { RefreshToken }) }
}

export const getTokensFromRefreshToken = operation(
  client.extend({ RefreshToken: token, DeviceKey: z.optional(text(64)) }),
  async (call, { RefreshToken, DeviceKey }) => ({
    AuthenticationResult: await refreshTokens(call, { refreshToken: RefreshToken, deviceKey: DeviceKey }),
  }),
)

/** Ends one sign-in. An unknown token counts as ended. */
export const revokeToken = operation(client.extend({ Token: token }), async (call, input) => {
  const row = (await findPresented(call, input.Token))?.row
  if (!row) return {}
  await lockAccount(call.tx, row.sub)
  await endSignIns(call, { sub: row.sub, only: row.originJti })
  return {}
})
