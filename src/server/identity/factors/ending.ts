import type { Database, Tx } from '#server/platform/db/scope.ts'
import { lockAccount } from '../accounts/queries.ts'
import { forgetRememberedDevices } from './device-queries.ts'
import { deletePasskeys } from './passkeys/passkey-queries.ts'

/** After a new password: someone who knew the old one may have added a passkey, or remembered a browser. */
export const endOtherWaysIn = async ({ tx }: { tx: Tx }, sub: string): Promise<void> => {
  await deletePasskeys(tx, sub)
  await forgetRememberedDevices(tx, sub)
}

/** For an administrator. */
export const endOtherWaysInOf = (database: Database, username: string): Promise<void> =>
  database.asSystem('identity: end the passkeys and devices of a person', async (tx) => {
    const account = await lockAccount(tx, username)
    if (account) await endOtherWaysIn({ tx }, account.sub)
  })
