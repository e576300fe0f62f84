import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Reject } from '#contract/syncs/runs.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { OpenedRow } from '#web/ui/table/rows/OpenedRow.tsx'
import { prettyOf } from '../figures.ts'
import { cellsOf } from './cells.ts'
import styles from './rejects.module.css'

interface RejectDetailProps {
  row: Reject
  /** The sync settings of the source. */
  settings: SyncSettings
}

const Sent = ({ payload, settings }: { payload: string; settings: SyncSettings }) => {
  const { t } = useTranslation('source')
  const cells = cellsOf(payload, settings.map)
  if (cells) {
    return (
      <dl className={styles.cells}>
        {cells.map(({ name, value, isOdd }) => (
          <div key={name} data-odd={isOdd || undefined}>
            <dt>
              {isOdd && (
                <>
                  <IconAlertTriangle size={13} stroke={2} aria-hidden />
                  <span className="visually-hidden">{t('rejects.odd')} </span>
                </>
              )}
              {name}
            </dt>
            <dd>{value ?? <span className="dim">{t('rejects.emptyCell')}</span>}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <pre className={styles.record} tabIndex={0}>
      {prettyOf(payload)}
    </pre>
  )
}

/** The content of a rejected row. */
export const RejectDetail = ({ row: { payload }, settings }: RejectDetailProps) => {
  const { t } = useTranslation('source')
  return (
    <OpenedRow>
      {payload === null ? (
        <p className="small dim">{t('rejects.noRecord')}</p>
      ) : (
        <>
          <h3 className={styles.title}>{t('rejects.record')}</h3>
          <Sent payload={payload} settings={settings} />
        </>
      )}
    </OpenedRow>
  )
}
