import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './skipped.module.css'

interface Figures {
  readable: number
  problems: number
}

interface IfSavedProps {
  /** With the saved mapping, and with the edited one. */
  before: Figures
  after: Figures
  changes: number
}

const signed = (difference: number): string =>
  difference === 0 ? '' : `${difference > 0 ? '+' : '−'}${formatNumber(Math.abs(difference))}`

/** What the edited mapping would change among the rows of the preview. */
export const IfSaved = ({ before, after, changes }: IfSavedProps) => {
  const { t } = useTranslation('ghosts')
  const rows = after.readable + after.problems
  return (
    <Panel title={t('ifSaved.title')} note={t('ifSaved.note', { count: changes })} flush>
      <dl className={styles.effects} aria-live="polite">
        {(['readable', 'problems'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`ifSaved.${name}`)}</dt>
            <dd>
              <span className="visually-hidden">{t('ifSaved.was', { n: formatNumber(before[name]) })} </span>
              <span className="dim" aria-hidden>
                {formatNumber(before[name])}
              </span>
              <IconArrowRight size={13} stroke={1.75} aria-hidden />
              <b>{formatNumber(after[name])}</b>
              <span className={styles.difference}>{signed(after[name] - before[name])}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>{t('ifSaved.scope', { count: rows, n: formatNumber(rows) })}</p>
    </Panel>
  )
}
