import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { groupByCause, valueIn, type CauseGroup } from './causes.ts'
import styles from './skipped.module.css'
import { SheetLink } from './SheetLink.tsx'
import { useCauseWords } from './use-cause-words.ts'

const causesShown = 3
const rowsShown = 3

interface SkippedPanelProps {
  sheet: GhostSheet
  /** The numbers of rows that the edited mapping would read. */
  readable: ReadonlySet<number>
  onAll: () => void
}

const Row = ({ problem, isReadable }: { problem: GhostSheet['problems'][number]; isReadable: boolean }) => {
  const { t } = useTranslation('ghosts')
  const { row, text } = problem
  const value = valueIn(text)
  return (
    <li className={styles.brief}>
      <span className={styles.number}>{row === 0 ? t('skipped.table') : t('skipped.row', { n: formatNumber(row) })}</span>
      <span className="grow truncate" title={text}>
        {value ?? text}
        {value !== null && <span className="visually-hidden"> {text}</span>}
      </span>
      {isReadable && (
        <span className={styles.readable}>
          <IconCheck size={13} stroke={2.2} aria-hidden />
          {t('skipped.wouldRead')}
        </span>
      )}
    </li>
  )
}

const Cause = ({ group, readable }: { group: CauseGroup; readable: SkippedPanelProps['readable'] }) => {
  const { t } = useTranslation('ghosts')
  const { title } = useCauseWords()(group)
  const { rows } = group
  return (
    <section aria-label={title}>
      <h3 className={styles.cause}>
        <span className="truncate" title={title}>
          {title}
        </span>
        <span className="dim numeric">{t('skipped.cause', { count: rows.length, n: formatNumber(rows.length) })}</span>
      </h3>
      <ul className={styles.list}>
        {rows.slice(0, rowsShown).map((problem) => (
          <Row
            key={`${problem.row} ${problem.column} ${problem.text}`}
            problem={problem}
            isReadable={readable.has(problem.row)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Beside the mapping: which rows of the latest sync were skipped, and which of them a change would repair. */
export const SkippedPanel = ({ sheet, readable, onAll }: SkippedPanelProps) => {
  const { t } = useTranslation('ghosts')
  const { rows_rejected: skipped, rows_read: all, problems } = sheet
  const groups = groupByCause(problems)
  const isCut = groups.length > causesShown || groups.some(({ rows }) => rows.length > rowsShown)
  return (
    <Panel
      title={t('skipped.title')}
      note={t('skipped.of', { n: formatNumber(skipped), all: formatNumber(all) })}
      aside={<SheetLink sheet={sheet} />}
      flush
    >
      {groups.length === 0 && <p className={styles.foot}>{t('skipped.noneText')}</p>}
      {groups.slice(0, causesShown).map((group) => (
        <Cause key={`${group.cause} ${group.column}`} group={group} readable={readable} />
      ))}
      {groups.length > 0 && (
        <p className={styles.foot}>
          {t('skipped.foot')}{' '}
          {isCut && (
            <button type="button" className="link-button" onClick={onAll}>
              {t('skipped.seeAll')}
            </button>
          )}
        </p>
      )}
    </Panel>
  )
}
