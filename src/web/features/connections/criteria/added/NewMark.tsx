import { useTranslation } from 'react-i18next'
import styles from './NewMark.module.css'

/** Beside what the version in force does not have. */
export const NewMark = () => {
  const { t } = useTranslation('criteria')
  return <span className={styles.mark}>{t('new')}</span>
}
