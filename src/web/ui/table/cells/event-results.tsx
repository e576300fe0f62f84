import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Event } from '#contract/events/events.ts'
import { resultKinds, resultOf } from '#web/lib/events/event-result.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Column } from '../column.ts'
import styles from './EventCell.module.css'
import { OpenedRow, RowOpener } from '../rows/OpenedRow.tsx'

/** Technical details for staff; the API sends them to staff only. */
const Technical = ({ text }: { text: string }) => {
  const { t } = useTranslation('events')
  const words = { copy: t('technical.copy'), copied: t('technical.copied'), refused: t('technical.refused') }
  return (
    <div className={styles.technical}>
      <span className="caption dim">{t('technical.title')}</span>
      <code>{text}</code>
      <CopyButton text={text} words={words} />
    </div>
  )
}

const Why = ({ event: { error, technical } }: { event: Event }) => (
  <OpenedRow>
    {error && <p className={styles.reason}>{error}</p>}
    {technical && <Technical text={technical} />}
  </OpenedRow>
)

interface ResultProps {
  event: Event
  isOpen: boolean
  onToggle: () => void
}

const Result = ({ event, isOpen, onToggle }: ResultProps) => {
  const { t } = useTranslation(['events', 'app'])
  const result = resultOf(event.event)
  if (!result) return <span className="dim">{t('app:noValue')}</span>
  const words = t(`results.${result}`)
  const badge = <StatusBadge kind={resultKinds[result]}>{words}</StatusBadge>
  if (!event.error && !event.technical) return badge
  return (
    <RowOpener isOpen={isOpen} isAfter label={t('why', { result: words })} onToggle={onToggle}>
      {badge}
    </RowOpener>
  )
}

/** The result of each event, and for the table the reason under the open row. */
export const useEventResults = () => {
  const { t } = useTranslation('events')
  const [open, setOpen] = useState<string>()
  const column: Column<Event> = {
    name: 'result',
    title: t('result'),
    cell: (row) => <Result event={row} isOpen={open === row.id} onToggle={() => setOpen(open === row.id ? undefined : row.id)} />,
  }
  return { column, rows: { selected: open, renderDetail: (row: Event) => <Why event={row} /> } }
}
