import { standingOf } from '#contract/permissions.ts'
import { personOf, useMay } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'

/** People of a source belong to the whole agency: they are not shown to whoever sees some of its companies only. */
export const useSeesPeople = (): boolean => {
  const { user } = useSession()
  const may = useMay()
  return may('leads', 'r') && (standingOf(personOf(user)) !== 'agencyUser' || user.companies === 'all')
}
