import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './CenteredSpinner.module.css'

export const CenteredSpinner = ({ fullScreen = false }: { fullScreen?: boolean }) => {
  const { t } = useTranslation()
  return (
    <output className={styles.spinner} data-full-screen={fullScreen || undefined}>
      <Loader size={24} />
      <span className="visually-hidden">{t('loading')}</span>
    </output>
  )
}
