import type { User } from '#contract/users.ts'

export type UserAct = 'reveal' | 'resetPassword' | 'resend' | 'role' | 'suspend' | 'restore'

const byStatus: Record<User['status'], readonly UserAct[]> = {
  INVITED: ['resend', 'role', 'suspend'],
  ACTIVE: ['resetPassword', 'role', 'suspend'],
  SUSPENDED: ['restore'],
  INACTIVE: [],
}

/** The owner keeps access and role until the account has another one. */
const notForOwners = new Set<UserAct>(['role', 'suspend'])

/** What can be done with somebody as they are now; nobody does it to themselves. The server decides again. */
export const actsFor = (user: User, { isRevealed, isSelf }: { isRevealed: boolean; isSelf: boolean }): readonly UserAct[] => [
  ...(user.isMasked && !isRevealed ? (['reveal'] as const) : []),
  ...(isSelf ? [] : byStatus[user.status].filter((act) => !user.isOwner || !notForOwners.has(act))),
]
