import { changeUserStatus, getUserByEmail } from '#contract/users.ts'
import { call } from '#web/lib/browser-caller.ts'

/** Whoever was invited takes the invitation up by arriving. */
export const loadCurrentUser = async (email: string) => {
  const user = await call(getUserByEmail, { query: { email, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } })
  if (user.status !== 'INVITED') return user
  return call(changeUserStatus, { params: { id: user.id }, body: { status: 'ACTIVE' } })
}
