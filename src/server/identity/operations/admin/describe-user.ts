import { listAttributes } from '../../accounts/attributes.ts'
import type { Account } from '../../accounts/queries.ts'

const seconds = (moment: Date): number => moment.getTime() / 1000

/** The second steps of an account; absent if there are none. */
export const describeMfa = ({ mfaMethods, mfaPreferred }: Account) => ({
  ...(mfaPreferred === null ? {} : { PreferredMfaSetting: mfaPreferred }),
  ...(mfaMethods.length === 0 ? {} : { UserMFASettingList: mfaMethods }),
})

/** An account in the form for administrators. */
export const describeUser = (account: Account) => ({
  Username: account.sub,
  Attributes: listAttributes(account),
  UserCreateDate: seconds(account.createdAt),
  UserLastModifiedDate: seconds(account.updatedAt),
  Enabled: account.enabled,
  UserStatus: account.status,
})
