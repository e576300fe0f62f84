import { useTranslation } from 'react-i18next'
import type { PhaseName } from '#contract/syncs/runs.ts'

/** What a step reads, in the words that the rest of the page uses. */
export const usePhaseName = () => {
  const { t } = useTranslation('syncs')
  return (name: PhaseName): string => t(`run.phases.${name}`)
}
