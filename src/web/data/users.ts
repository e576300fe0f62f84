import { changeUserStatus, getUserByEmail } from '#contract/users.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const usersKey = ['users']

/** Whoever was invited takes the invitation up by arriving. */
export const loadCurrentUser = async (email: string) => {
  const query = { email, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const user = await call(getUserByEmail, { query })
  if (user.status !== 'INVITED') return user
  await call(changeUserStatus, { params: { id: user.id }, body: { status: 'ACTIVE' } })
  return call(getUserByEmail, { query })
}
