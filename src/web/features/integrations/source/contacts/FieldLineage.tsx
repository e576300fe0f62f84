import { useTranslation } from 'react-i18next'
import type { Lineage } from '#web/data/syncs/records.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { useFieldName } from '#web/ui/records/use-field-name.ts'
import { readable, readsTheSame } from '../figures.ts'
import { columnName, isColumn } from './column-name.ts'
import styles from './lineage.module.css'
import { usualRunOf, type UsualRun } from './usual-run.ts'

type Origin = Lineage['fields'][number]

/** What the vendor sent for a value, if known. */
const Sent = ({ origin: { value, raw, path } }: { origin: Origin }) => {
  const { t } = useTranslation('source')
  if (raw !== null && (value === null || !readsTheSame(raw, value))) return <span className="medium">{readable(raw)}</span>
  if (raw !== null) return <span className="visually-hidden">{t('lineage.same')}</span>
  return path === null && <span className="dim">{t('lineage.untraced')}</span>
}

interface WrittenByProps {
  origin: Origin
  usual: UsualRun | undefined
}

const WrittenBy = ({ origin: { run_id: run, since }, usual }: WrittenByProps) => {
  const { t } = useTranslation('source')
  if (usual && run === usual.id) return <span className="visually-hidden">{t('lineage.usual')}</span>
  if (since === null) return <span className="dim">{t('lineage.runUnknown')}</span>
  return (
    <time dateTime={since} title={[exactTime(since), run].filter(Boolean).join(' · ')}>
      {run === null ? shortDayOf(since) : t('lineage.run', { date: shortDayOf(since) })}
    </time>
  )
}

/** Tables show the name of the column, other records the path. If the column's name is unknown, it is derived from its id. */
const FieldLocation = ({ path, column }: { path: string; column: string | null }) => {
  const { t } = useTranslation('source')
  const name = column ?? (isColumn(path) ? columnName(path) : null)
  if (name === null) return <code className={styles.path}>{path}</code>
  return <span className={styles.column}>{t('lineage.column', { name })}</span>
}

interface OriginRowProps extends WrittenByProps {
  vendor: string
}

const OriginRow = ({ origin, usual, vendor }: OriginRowProps) => {
  const { t } = useTranslation(['source', 'app'])
  const name = useFieldName()(origin.field)
  const { value, path, column } = origin
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('lineage.columns.value')} className={styles.value}>
        {value === null ? <span className="dim">{t('app:noValue')}</span> : readable(value)}
      </td>
      <td data-label={t('lineage.columns.raw', { vendor })}>
        <Sent origin={origin} />
        {path && <FieldLocation path={path} column={column} />}
      </td>
      {!usual?.isOnly && (
        <td data-label={t('lineage.columns.run')} className={styles.run}>
          <WrittenBy origin={origin} usual={usual} />
        </td>
      )}
    </tr>
  )
}

interface OriginsProps {
  origins: readonly Origin[]
  vendor: string
}

/** For each field: our value, the vendor's value, its location in the vendor's record, and the run that wrote it. */
export const FieldLineage = ({ origins, vendor }: OriginsProps) => {
  const { t } = useTranslation('source')
  const usual = usualRunOf(origins)
  return (
    <>
      {usual && (
        <p className="small dim">
          <time dateTime={usual.since} title={`${exactTime(usual.since)} · ${usual.id}`}>
            {t(usual.isOnly ? 'lineage.onlyRun' : 'lineage.usualRun', { date: shortDayOf(usual.since) })}
          </time>
        </p>
      )}
      <table className={styles.origins}>
        <thead>
          <tr>
            <th scope="col">{t('lineage.columns.field')}</th>
            <th scope="col">{t('lineage.columns.value')}</th>
            <th scope="col">{t('lineage.columns.raw', { vendor })}</th>
            {!usual?.isOnly && <th scope="col">{t('lineage.columns.run')}</th>}
          </tr>
        </thead>
        <tbody>
          {origins.map((origin) => (
            <OriginRow key={origin.field} origin={origin} usual={usual} vendor={vendor} />
          ))}
        </tbody>
      </table>
    </>
  )
}
