import type { User } from '#contract/users/users.ts'

export type UserAct = 'reveal' | 'resetPassword' | 'resend' | 'role' | 'owner' | 'suspend' | 'restore'

const byStatus: Record<User['status'], readonly UserAct[]> = {
  INVITED: ['resend', 'role', 'suspend'],
  ACTIVE: ['resetPassword', 'role', 'owner', 'suspend'],
  SUSPENDED: ['restore'],
  INACTIVE: [],
}

/** The owner keeps access and role until the account has another one. */
const notForOwners = new Set<UserAct>(['role', 'owner', 'suspend'])

/** Invited by staff, and the email was not sent yet. */
export const isPendingApproval = ({ status, invitedAt }: User): boolean => status === 'INVITED' && invitedAt === null

/** The actions for a user in their current state; none on oneself. The server checks again. */
export const actsFor = (user: User, { isRevealed, isSelf }: { isRevealed: boolean; isSelf: boolean }): readonly UserAct[] => [
  ...(user.isMasked && !isRevealed ? (['reveal'] as const) : []),
  ...(isSelf || isPendingApproval(user) ? [] : byStatus[user.status].filter((act) => !user.isOwner || !notForOwners.has(act))),
]
