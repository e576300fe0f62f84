import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { useAgreement } from '#web/data/connections/agreements.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from './ConnectionPage.module.css'

const useIsTotals = ({ id, versionInForce }: Connection): boolean =>
  useAgreement(id).data?.versions.find(({ version }) => version === versionInForce)?.typeOfData === 'COUNTS'

/** How much is erased; everything, until it is counted and if it is not told. */
const useErased = (connection: Connection): string => {
  const { t } = useTranslation('connections')
  const { name, side, state } = connection
  const { data: shared } = useShared(connection)
  const isTotals = useIsTotals(connection)
  if (state === 'IN_PROCESS') return t(`end.unseen.${side}`, { name })
  if (!shared?.contacts) return t(isTotals ? `end.totals.${side}` : `end.everything.${side}`, { name })
  const { contacts, opportunities } = shared
  return t(isTotals ? `end.countedTotals.${side}` : `end.counts.${side}`, {
    name,
    contacts: t('end.contacts', { count: contacts, n: formatNumber(contacts) }),
    opportunities: t('end.opportunities', { count: opportunities ?? 0, n: formatNumber(opportunities ?? 0) }),
  })
}

interface EffectsProps {
  connection: Connection
  /** How many files were downloaded; undefined if that is not counted. */
  files?: number | undefined
}

const useFilesText = (files: number | undefined): string => {
  const { t } = useTranslation('connections')
  if (files === undefined) return t('end.files')
  return files === 0 ? t('end.noFiles') : t('end.countedFiles', { count: files, n: formatNumber(files) })
}

/** What follows if a connection that shares is ended now. */
export const EndEffects = ({ connection, files }: EffectsProps) => {
  const { t } = useTranslation('connections')
  const filesText = useFilesText(files)
  return (
    <ul className={styles.effects}>
      <li>
        <strong className="medium">{useErased(connection)}</strong>
      </li>
      {connection.state !== 'IN_PROCESS' && <li>{filesText}</li>}
      <li>{t(`end.after.${connection.side}`)}</li>
    </ul>
  )
}
