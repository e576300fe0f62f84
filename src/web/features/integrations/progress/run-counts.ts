import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { Running } from './run-state.ts'

/** "1,204 records read" */
export const useRead = ({ records }: Run): string => {
  const { t } = useTranslation('syncs')
  return t('run.read', { count: records, n: formatNumber(records) })
}

const changes = ['created', 'changed', 'deleted'] as const

/** "2 new, 1 changed": what a run changed; records that it only read are not counted. */
export const useChanges = ({ abilities, last_run: run }: Pick<Running, 'abilities' | 'last_run'>): string => {
  const { t } = useTranslation('syncs')
  const words = abilities.includes('spend') ? 'spendChanges' : 'changes'
  const parts = changes.flatMap((name) => (run[name] > 0 ? [t(`${words}.${name}`, { n: formatNumber(run[name]) })] : []))
  return parts.join(', ') || t('changes.none')
}
