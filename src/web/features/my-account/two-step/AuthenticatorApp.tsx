import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MfaState } from '#web/data/account/mfa.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Item } from '../Item.tsx'
import { TotpSetup } from './TotpSetup.tsx'
import { useOpenedByButton } from '../use-opened-by-button.ts'

interface AuthenticatorAppProps {
  state: MfaState
  /** Absent if it has to stay on. */
  onTurnOff: (() => void) | undefined
}

export const AuthenticatorApp = ({ state, onTurnOff }: AuthenticatorAppProps) => {
  const { t } = useTranslation('account')
  const { isOpen, button, open, close } = useOpenedByButton()
  const isOn = state.enabled.includes('totp')
  return (
    <Item
      icon={<IconDeviceMobile size={20} stroke={1.75} />}
      name={t('twoStep.methods.totp.name')}
      mark={isOn && <StatusBadge kind="good">{t('twoStep.on')}</StatusBadge>}
      detail={t('twoStep.methods.totp.text')}
      action={
        !isOpen &&
        (!isOn || onTurnOff) && (
          <Button
            ref={button}
            variant="default"
            onClick={isOn ? onTurnOff : open}
            aria-label={t(isOn ? 'twoStep.turnOffLabels.totp' : 'twoStep.setUpLabel')}
          >
            {t(isOn ? 'twoStep.turnOff' : 'twoStep.setUp')}
          </Button>
        )
      }
    >
      {isOpen && <TotpSetup before={state} onDone={close} />}
    </Item>
  )
}
