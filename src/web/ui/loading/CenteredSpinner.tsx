import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './CenteredSpinner.module.css'

/** Shown in place of a page that is loading. */
export const CenteredSpinner = () => {
  const { t } = useTranslation()
  return (
    <output className={styles.spinner}>
      <Loader size={24} />
      <span className="visually-hidden">{t('loading')}</span>
    </output>
  )
}
