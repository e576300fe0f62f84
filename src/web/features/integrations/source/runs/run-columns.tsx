import { IconBan, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Run } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RowOpener } from '#web/ui/table/rows/OpenedRow.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { isWaitingForApproval, runKind } from '../../progress/run-state.ts'
import styles from './runs.module.css'
import { useRunWords } from './run-words.ts'

const icons: Partial<Record<Run['status'], Icon>> = { canceled: IconBan }

const RunStatus = ({ run, text }: { run: Run; text: string }) => (
  <StatusBadge kind={runKind(run)} icon={icons[run.status]}>
    {text}
  </StatusBadge>
)

interface OpenerProps {
  run: Run
  isOpen: boolean
  onToggle: (id: string) => void
}

const Opener = ({ run, isOpen, onToggle }: OpenerProps) => {
  const { t } = useTranslation('source')
  return (
    <RowOpener isOpen={isOpen} onToggle={() => onToggle(run.id)}>
      <span className="visually-hidden">{t('runs.open')}</span>
      {run.started_at ? <RelativeTime instant={run.started_at} /> : t('runs.waiting')}
    </RowOpener>
  )
}

interface RunColumnsProps {
  source: Integration
  open: string | undefined
  onToggle: (id: string) => void
  /** The first run of the source, if it is on this page. */
  firstId: string | undefined
}

const numbers = ['records', 'created', 'changed', 'deleted', 'rejected'] as const
const alsoOnPhones = new Set<string>(['records', 'rejected'])

export const useRunColumns = ({ source, open, onToggle, firstId }: RunColumnsProps): Column<Run>[] => {
  const { t } = useTranslation('source')
  const awaited = source.removal === null ? undefined : source.last_run?.id
  const words = useRunWords(source.vendor, { awaited })
  return [
    {
      name: 'started',
      title: t('runs.columns.started'),
      cell: (run) => <Opener run={run} isOpen={open === run.id} onToggle={onToggle} />,
    },
    {
      name: 'what',
      title: t('runs.columns.what'),
      hint: words.error,
      cell: (run) => (
        <span className={styles.what}>
          {words.kind(run, run.id === firstId)}
          {words.error(run) ? (
            <span className={styles.error} data-failed={(run.status === 'failed' && !isWaitingForApproval(run)) || undefined}>
              {words.error(run)}
            </span>
          ) : (
            <span className={styles.by}>{words.by(run)}</span>
          )}
        </span>
      ),
    },
    { name: 'status', title: t('runs.columns.status'), cell: (run) => <RunStatus run={run} text={words.status(run)} /> },
    ...numbers.map((name): Column<Run> => ({
      name,
      title: t(`runs.columns.${name}`),
      align: 'right',
      ...(alsoOnPhones.has(name) ? {} : { wideOnly: true }),
      cell: (run) => <span className={run[name] === 0 ? 'dim' : ''}>{formatNumber(run[name])}</span>,
    })),
    { name: 'took', title: t('runs.columns.took'), align: 'right', wideOnly: true, cell: words.took },
  ]
}
