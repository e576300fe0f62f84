import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Run } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { innerPaths } from '#web/paths.ts'

interface SkippedRowsProps {
  /** The source. */
  id: string
  run: Run
  className?: string | undefined
}

/** How many rows a run skipped, with a link to them. */
export const SkippedRows = ({ id, run: { rejected }, className }: SkippedRowsProps) => {
  const { t } = useTranslation('syncs')
  return (
    <Link className={className} to={innerPaths.source} params={{ id }} search={{ tab: 'set-aside' }}>
      {t('run.skipped', { count: rejected, n: formatNumber(rejected) })}
    </Link>
  )
}
