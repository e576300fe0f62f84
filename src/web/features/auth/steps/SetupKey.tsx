import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretKey } from '#web/ui/SecretKey.tsx'
import styles from './SetupKey.module.css'

const QrCode = lazy(async () => ({ default: (await import('#web/ui/QrCode.tsx')).QrCode }))

/** The secret as a picture to scan, as letters to type, and on a phone as a link into its app. */
export const SetupKey = ({ secret, uri }: { secret: string; uri: string }) => {
  const { t } = useTranslation('steps')
  return (
    <div className={styles.set}>
      <div className={styles.picture}>
        <Suspense>
          <QrCode value={uri} label={t('totpSetup.qr')} />
        </Suspense>
      </div>
      <div className={styles.words}>
        <Button className={styles.open} component="a" href={uri} variant="default" size="lg">
          {t('totpSetup.open')}
        </Button>
        <p className="small dim">{t('totpSetup.cannotScan')}</p>
        <SecretKey value={secret} />
      </div>
    </div>
  )
}
