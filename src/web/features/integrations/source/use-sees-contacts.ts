import { seesContacts } from '#contract/users/permissions.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { accessProfileOf } from '#web/lib/may.ts'

export const useSeesContacts = (): boolean => {
  const { user } = useSession()
  return seesContacts({ ...accessProfileOf(user), companies: user.companies })
}
