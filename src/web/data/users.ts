import { getUserByEmail } from '#contract/users.ts'
import { call } from '#web/lib/browser-caller.ts'

export const loadCurrentUser = (email: string) =>
  call(getUserByEmail, { query: { email, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } })
