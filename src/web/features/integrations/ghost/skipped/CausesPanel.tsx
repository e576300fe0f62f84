import { useTranslation } from 'react-i18next'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { groupByCause, type CauseGroup } from './causes.ts'
import styles from './skipped.module.css'
import { SheetLink } from './SheetLink.tsx'
import { useCauseWords } from './use-cause-words.ts'

const rowsShown = 5

const Group = ({ group }: { group: CauseGroup }) => {
  const { t } = useTranslation('ghosts')
  const { title, fix } = useCauseWords()(group)
  const { rows } = group
  const more = rows.length - rowsShown
  return (
    <li className={styles.group}>
      <div className={styles.what}>
        <h3>
          {title} <span className="dim numeric">{t('skipped.cause', { count: rows.length, n: formatNumber(rows.length) })}</span>
        </h3>
        <p className="small ink-2">{fix}</p>
      </div>
      <ul className={styles.rows}>
        {rows.slice(0, rowsShown).map(({ row, text, column }) => (
          <li key={`${row} ${column} ${text}`}>
            <span className={styles.number}>{row === 0 ? t('skipped.table') : t('skipped.row', { n: formatNumber(row) })}</span>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
        {more > 0 && <li className="dim">{t('skipped.more', { count: more, n: formatNumber(more) })}</li>}
      </ul>
    </li>
  )
}

/** Why rows are skipped, row by row, and what to do about each cause. */
export const CausesPanel = ({ sheet }: { sheet: GhostSheet }) => {
  const { t } = useTranslation('ghosts')
  if (sheet.problems.length === 0) return null
  return (
    <Panel title={t('skipped.byCause')} note={t('skipped.foot')} aside={<SheetLink sheet={sheet} />} flush>
      <ul className={styles.groups}>
        {groupByCause(sheet.problems).map((group) => (
          <Group key={`${group.cause} ${group.column}`} group={group} />
        ))}
      </ul>
    </Panel>
  )
}
