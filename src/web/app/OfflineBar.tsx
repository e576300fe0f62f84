import { useTranslation } from 'react-i18next'
import { useOnline } from '#web/lib/network.ts'
import styles from './OfflineBar.module.css'

/** Above every page while there is no network. Always in the document, so that a screen reader announces the change. */
export const OfflineBar = () => {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return <output className={styles.bar}>{!isOnline && t('offline.bar')}</output>
}
