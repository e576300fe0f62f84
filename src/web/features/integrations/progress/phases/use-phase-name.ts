import { useTranslation } from 'react-i18next'
import type { PhaseName } from '#contract/syncs/runs.ts'

/** The name of a phase, with the same terms as the rest of the page. */
export const usePhaseName = () => {
  const { t } = useTranslation('syncs')
  return (name: PhaseName): string => t(`run.phases.${name}`)
}
