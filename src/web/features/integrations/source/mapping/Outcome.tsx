import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { hasIdentifier } from './mapping-draft.ts'
import styles from './mapping.module.css'
import { cellNames, previewRows, type Cell, type PreviewRow } from './preview-rows.ts'
import type { Mapping } from './use-mapping.ts'

const problemsShown = 8

interface ProblemsProps {
  preview: MappingPreview
  aside: number
}

const Problems = ({ preview: { problems, columns }, aside }: ProblemsProps) => {
  const { t } = useTranslation('source')
  if (problems.length === 0) {
    return (
      <p className={styles.fine}>
        <IconCheck size={16} stroke={2} aria-hidden />
        {t('mapping.noProblems')}
      </p>
    )
  }
  const nameOf = (column: string) => columns.find(({ id }) => id === column)?.name ?? column
  const more = problems.length - problemsShown
  return (
    <div className={styles.problems}>
      <h3>
        <IconAlertTriangle size={16} stroke={2} aria-hidden />
        {t('mapping.problems', { count: problems.length, n: formatNumber(problems.length) })}
      </h3>
      {aside > 0 && <p className={styles.aside}>{t('mapping.aside', { count: aside, n: formatNumber(aside) })}</p>}
      <ul>
        {problems.slice(0, problemsShown).map(({ row, column, code, text }) => (
          <li key={`${row} ${column} ${code}`}>
            <span className={styles.place}>
              {column === null ? t('mapping.place', { row }) : t('mapping.placeColumn', { row, column: nameOf(column) })}
            </span>
            <span>{text}</span>
          </li>
        ))}
        {more > 0 && <li className="dim">{t('mapping.moreProblems', { count: more, n: formatNumber(more) })}</li>}
      </ul>
    </div>
  )
}

/** A value that cannot be parsed will not be synced, so it is not shown as if it were. */
const Value = ({ row: { contact, odd, problem }, name }: { row: PreviewRow; name: Cell }) => {
  const { t } = useTranslation(['source', 'app'])
  if (odd.has(name)) {
    return (
      <td title={problem ?? ''} data-figure={name === 'amount' || undefined}>
        <span className={styles.odd}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          {t('app:noValue')}
        </span>
        <span className="visually-hidden">{problem}</span>
      </td>
    )
  }
  return (
    <td title={contact[name]} data-figure={name === 'amount' || undefined}>
      {contact[name] || <span className="dim">{t('app:noValue')}</span>}
    </td>
  )
}

const ContactRow = ({ row, shown }: { row: PreviewRow; shown: readonly Cell[] }) => {
  const { t } = useTranslation('source')
  return (
    <tr data-aside={row.problem === null ? undefined : true}>
      <td className={styles.number}>
        {formatNumber(row.number)} {row.problem !== null && <span className={styles.fate}>{t('mapping.setAside')}</span>}
      </td>
      {shown.map((name) => (
        <Value key={name} row={row} name={name} />
      ))}
    </tr>
  )
}

interface ContactsProps {
  rows: readonly PreviewRow[]
  /** The format of dates. */
  dates: string
}

const Contacts = ({ rows, dates }: ContactsProps) => {
  const { t } = useTranslation('source')
  if (rows.length === 0) return <p className={styles.nothing}>{t('mapping.previewEmpty')}</p>
  const shown = cellNames.filter((name) => rows.some(({ contact, odd }) => contact[name] !== '' || odd.has(name)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.grid} tabIndex={0} aria-label={t('mapping.previewRows')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('mapping.rowNumber')}</th>
            {shown.map((name) => (
              <th key={name} scope="col" data-figure={name === 'amount' || undefined}>
                {t(`mapping.people.${name}`)}
                {name === 'created' && <span className={styles.columnField}>{dates}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ContactRow key={row.number} row={row} shown={shown} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The first contacts as they would be synced, and the rows that would be skipped. */
export const Outcome = ({ mapping, preview }: { mapping: Mapping; preview: MappingPreview }) => {
  const { t } = useTranslation('source')
  const { map, dateFormat } = mapping.draft
  const isReady = hasIdentifier(map)
  const rows = previewRows(preview, mapping.draft)
  const note = mapping.isTouched || mapping.isNew ? t('mapping.previewUnsaved') : t('mapping.previewNote')
  return (
    <Panel
      title={t('mapping.preview')}
      note={<span aria-live="polite">{mapping.isLooking ? t('mapping.looking') : note}</span>}
      flush
    >
      {isReady ? (
        <div className={styles.outcome} aria-busy={mapping.isLooking}>
          <Contacts
            rows={rows}
            dates={t('mapping.readAs', { order: t(`mapping.orders.${dateFormat || 'auto'}`), zone: preview.time_zone })}
          />
          <Problems preview={preview} aside={rows.filter(({ problem }) => problem !== null).length} />
        </div>
      ) : (
        <p className={styles.nothing}>{t('mapping.previewWaits')}</p>
      )}
    </Panel>
  )
}
