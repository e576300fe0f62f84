// What server and screens say of a source alike. Reaches the browser whole, hence apart.
import type { Integration } from './integrations.ts'
import { openRunStatuses, type RunStatus } from '../syncs/runs.ts'

/** One of the accounts that the login reaches has to be chosen. */
export const needsAccount = ({ needs }: Pick<Integration, 'needs'>): boolean => needs === 'ad_account' || needs === 'location'

/**
 * A name that somebody gave stands alone; others are told apart by their account: "Google Ads, Helio Solar". Nobody's address is in it,
 * nor is whoever signed in before one of their accounts was chosen.
 */
export const titleOf = ({ vendor, name, account, needs }: Pick<Integration, 'vendor' | 'name' | 'account' | 'needs'>): string => {
  const isLogin = needsAccount({ needs }) || account?.includes('@')
  return account === null || isLogin || name !== vendor ? name : `${name}, ${account}`
}

export const isOpenStatus = (status: RunStatus): boolean => openRunStatuses.some((open) => open === status)

/** So many gone at once are deleted by nobody by hand: they are held back until a person agrees. */
export const isManyGone = (vanished: number, own: number): boolean => vanished > 20 && vanished > own * 0.3
