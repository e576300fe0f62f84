// What server and screens both need to know of a source. The browser loads this file completely, so it is separate.
import type { Integration } from './integrations.ts'
import { openRunStatuses, type RunStatus } from '../syncs/runs.ts'

/** One of the accounts that the login reaches has to be chosen. */
export const needsAccount = ({ needs }: Pick<Integration, 'needs'>): boolean => needs === 'ad_account' || needs === 'location'

/**
 * A name that a user gave is used alone; other sources are distinguished by their account: "Google Ads, Helio Solar".
 * It contains no email, and no login before an account is chosen.
 */
export const titleOf = ({ vendor, name, account, needs }: Pick<Integration, 'vendor' | 'name' | 'account' | 'needs'>): string => {
  const isLogin = needsAccount({ needs }) || account?.includes('@')
  return account === null || isLogin || name !== vendor ? name : `${name}, ${account}`
}

export const isOpenStatus = (status: RunStatus): boolean => openRunStatuses.some((open) => open === status)

/** No user deletes this many by hand at once: they are kept until an admin approves the removal. */
export const isManyGone = (vanished: number, own: number): boolean => vanished > 20 && vanished > own * 0.3
