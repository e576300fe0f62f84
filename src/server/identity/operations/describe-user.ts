import { listAttributes } from '../attributes.ts'
import type { Account } from '../queries.ts'

const seconds = (moment: Date): number => moment.getTime() / 1000

/** An account in the form that administrators read. */
export const describeUser = (account: Account) => ({
  Username: account.sub,
  Attributes: listAttributes(account),
  UserCreateDate: seconds(account.createdAt),
  UserLastModifiedDate: seconds(account.updatedAt),
  Enabled: account.enabled,
  UserStatus: account.status,
})
