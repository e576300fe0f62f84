import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { othersThan, turnedOn, type MfaState } from '#web/data/account/mfa.ts'
import { useChangeMfa } from '#web/data/account/security.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Item } from '../Item.tsx'
import styles from '../Block.module.css'

interface EmailCodesProps {
  state: MfaState
  /** Absent if they have to stay on. */
  onTurnOff: (() => void) | undefined
}

export const EmailCodes = ({ state, onTurnOff }: EmailCodesProps) => {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const textOf = useErrorText()
  const change = useChangeMfa()
  const isOn = state.enabled.includes('email')
  const text = t('twoStep.methods.email.text', { email: user.email })
  const isAlone = othersThan('email', state).length === 0
  const turnOn = () =>
    change.mutate(turnedOn(state, 'email'), { onSuccess: () => void showToast('success', t('twoStep.turnedOn.email')) })
  return (
    <Item
      icon={<IconMail size={20} stroke={1.75} />}
      name={t('twoStep.methods.email.name')}
      mark={isOn && <StatusBadge kind="good">{t('twoStep.on')}</StatusBadge>}
      detail={isAlone ? `${text} ${t('twoStep.methods.email.alone')}` : text}
      action={
        (!isOn || onTurnOff) && (
          <BusyButton
            variant="default"
            busy={change.isPending}
            onClick={isOn ? onTurnOff : turnOn}
            aria-label={t(isOn ? 'twoStep.turnOffLabels.email' : 'twoStep.turnOnLabel')}
          >
            {t(isOn ? 'twoStep.turnOff' : 'twoStep.turnOn')}
          </BusyButton>
        )
      }
    >
      {change.isError && (
        <div className={styles.after}>
          <Note kind="bad">{textOf(change.error)}</Note>
        </div>
      )}
    </Item>
  )
}
