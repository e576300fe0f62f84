import { Button } from '@mantine/core'
import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretKey } from './SecretKey.tsx'
import styles from './SetupKey.module.css'

// Without the picture there is still the key to type.
const loadQrCode = (): Promise<{ QrCode: ComponentType<{ value: string; label: string }> }> =>
  import('./QrCode.tsx').catch(() => ({ QrCode: () => null }))
const QrCode = lazy(async () => ({ default: (await loadQrCode()).QrCode }))

interface SetupKeyProps {
  secret: string
  uri: string
  size?: 'lg'
}

/** The key of an authenticator app as a picture to scan, as letters to type, and on a phone as a link into its app. */
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
