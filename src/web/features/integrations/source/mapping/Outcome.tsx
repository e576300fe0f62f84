import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MappingPreview } from '#contract/mapping.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { figure, readable } from '../figures.ts'
import { hasIdentifier } from './mapping-draft.ts'
import styles from './mapping.module.css'
import type { Mapping } from './use-mapping.ts'

const problemsShown = 8

const Problems = ({ preview: { problems, columns } }: { preview: MappingPreview }) => {
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
        {t('mapping.problems', { count: problems.length, n: figure(problems.length) })}
      </h3>
      <ul>
        {problems.slice(0, problemsShown).map(({ row, column, code, text }) => (
          <li key={`${row} ${column} ${code}`}>
            <span className={styles.place}>
              {column === null ? t('mapping.place', { row }) : t('mapping.placeColumn', { row, column: nameOf(column) })}
            </span>
            <span>{text}</span>
          </li>
        ))}
        {more > 0 && <li className="dim">{t('mapping.moreProblems', { count: more, n: figure(more) })}</li>}
      </ul>
    </div>
  )
}

const columns = ['name', 'identifier', 'created', 'source', 'stage', 'amount'] as const

const People = ({ people }: { people: MappingPreview['people'] }) => {
  const { t } = useTranslation(['source', 'app'])
  if (people.length === 0) return <p className={styles.nothing}>{t('mapping.previewEmpty')}</p>
  const shown = columns.filter((name) => people.some((person) => person[name] !== ''))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.grid} tabIndex={0} aria-label={t('mapping.previewRows')}>
      <table>
        <thead>
          <tr>
            {shown.map((name) => (
              <th key={name} scope="col">
                {t(`mapping.people.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a table are told apart by their place
            <tr key={index}>
              {shown.map((name) => (
                <td key={name} title={person[name]}>
                  {readable(person[name]) || <span className="dim">{t('app:noValue')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The first people as they would arrive, and what cannot be taken. */
export const Outcome = ({ mapping, preview }: { mapping: Mapping; preview: MappingPreview }) => {
  const { t } = useTranslation('source')
  const isReady = hasIdentifier(mapping.draft.map)
  const note = mapping.isLooking ? t('mapping.looking') : t('mapping.previewNote')
  return (
    <Panel title={t('mapping.preview')} note={<span aria-live="polite">{note}</span>} flush>
      {isReady ? (
        <div className={styles.outcome} aria-busy={mapping.isLooking}>
          <People people={preview.people} />
          <Problems preview={preview} />
        </div>
      ) : (
        <p className={styles.nothing}>{t('mapping.previewWaits')}</p>
      )}
    </Panel>
  )
}
