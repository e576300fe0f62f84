import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './admin.module.css'

/** The filters above a list. */
export const AdminBar = ({ isMasked = false, children }: { isMasked?: boolean | undefined; children: ReactNode }) => {
  const { t } = useTranslation('admin')
  return (
    <search className={styles.bar}>
      {children}
      {isMasked && (
        <p className={styles.masked}>
          {t('masked')} <span className="medium ink-2">{t('maskedMore')}</span>
        </p>
      )}
    </search>
  )
}
