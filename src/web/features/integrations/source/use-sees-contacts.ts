import { seesPeople } from '#contract/permissions.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { personOf } from '#web/lib/may.ts'

export const useSeesPeople = (): boolean => {
  const { user } = useSession()
  return seesPeople({ ...personOf(user), companies: user.companies })
}
