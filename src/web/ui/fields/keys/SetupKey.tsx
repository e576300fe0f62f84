import { Button } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretKey } from './SecretKey.tsx'
import styles from './SetupKey.module.css'

// If the QR code cannot be downloaded, the user can still type the key.
const loadQrCode = (): Promise<{ QrCode: ComponentType<{ value: string; label: string }> }> =>
  import('./QrCode.tsx').catch(() => ({ QrCode: () => null }))
const QrCode = lazy(async () => ({ default: (await loadQrCode()).QrCode }))

interface SetupKeyProps {
  secret: string
  uri: string
  size?: 'lg'
}

/** The key for an authenticator app: as a QR code to scan, as text to type, and on a phone as a link that opens the app. */
export const SetupKey = ({ secret, uri, size }: SetupKeyProps) => {
  const { t } = useTranslation()
  return (
    <div className={styles.set}>
      <div className={styles.picture}>
        <Suspense>
          <QrCode value={uri} label={t('setupKey.qr')} />
        </Suspense>
      </div>
      <div className={styles.words}>
        <p>{t('setupKey.apps')}</p>
        <Button className={styles.open} component="a" href={uri} variant="default" {...(size ? { size } : {})}>
          {t('setupKey.open')}
        </Button>
        <p>{t('setupKey.manual')}</p>
        <SecretKey value={secret} />
      </div>
    </div>
  )
}
