import { Button } from '@mantine/core'
import { IconFingerprint, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './OtherWays.module.css'

export type Way = 'passkey' | 'emailCode'

const icons = { passkey: IconFingerprint, emailCode: IconMail }

interface OtherWaysProps {
  ways: Way[]
  running: Way | null
  disabled: boolean
  onChoose: (way: Way, form: HTMLFormElement) => void
}

/** The sign-in methods that the user can use instead of the password. */
export const OtherWays = ({ ways, running, disabled, onChoose }: OtherWaysProps) => {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.or}>{t('signIn.or')}</p>
      <div className={styles.ways}>
        {ways.map((way) => {
          const Icon = icons[way]
          return (
            <Button
              key={way}
              size="lg"
              variant="default"
              leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
              loading={running === way}
              disabled={disabled && running !== way}
              onClick={({ currentTarget: { form } }) => form && onChoose(way, form)}
            >
              {t(`signIn.${way}`)}
            </Button>
          )
        })}
      </div>
    </>
  )
}
