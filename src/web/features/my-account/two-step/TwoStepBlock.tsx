import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { turnedOff, othersThan, type MfaMethod, type MfaState } from '#web/data/account/mfa.ts'
import { useChangeMfa, useMfa } from '#web/data/account/security.ts'
import { config } from '#web/lib/config.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskFirst } from './AskFirst.tsx'
import { Block } from '../Block.tsx'
import { EmailCodes } from './EmailCodes.tsx'
import styles from '../Block.module.css'
import { Item, Items, ItemSkeletons } from '../Item.tsx'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'

interface TurnOffProps {
  method: MfaMethod
  state: MfaState
  onClose: () => void
}

const TurnOff = ({ method, state, onClose }: TurnOffProps) => {
  const { t } = useTranslation('account')
  const change = useChangeMfa()
  const [other, ...more] = othersThan(method, state)
  const left = t(`twoStep.confirmOff.leaves.${more.length > 0 ? 'several' : (other ?? 'nothing')}`)
  return (
    <ConfirmDialog
      title={t(`twoStep.confirmOff.titles.${method}`)}
      text={method === 'totp' ? `${left} ${t('twoStep.confirmOff.forget')}` : left}
      action={t('twoStep.turnOff')}
      done={t(`twoStep.turnedOff.${method}`)}
      onConfirm={() => change.mutateAsync(turnedOff(state, method))}
      onClose={onClose}
    />
  )
}

const TextMessages = () => {
  const { t } = useTranslation('account')
  return (
    <Item
      icon={<IconMessage2 size={20} stroke={1.75} />}
      name={t('twoStep.methods.sms.name')}
      mark={<StatusBadge kind="good">{t('twoStep.on')}</StatusBadge>}
      detail={t('twoStep.methods.sms.text')}
    />
  )
}

const Methods = ({ state, onTurnOff }: { state: MfaState; onTurnOff: (method: MfaMethod) => void }) => {
  const { t } = useTranslation('account')
  const { features, mfa } = config().identity
  const staysOn = mfa === 'required' && state.enabled.length === 1
  const turningOff = (method: MfaMethod) => (staysOn ? undefined : () => onTurnOff(method))
  return (
    <>
      <Items label={t('twoStep.title')}>
        {features.includes('totp') && <AuthenticatorApp state={state} onTurnOff={turningOff('totp')} />}
        {features.includes('emailMfa') && <EmailCodes state={state} onTurnOff={turningOff('email')} />}
        {state.enabled.includes('sms') && <TextMessages />}
        {state.enabled.length > 1 && <AskFirst state={state} />}
      </Items>
      {staysOn && <p className={`${styles.empty} ${styles.after}`}>{t('twoStep.required')}</p>}
    </>
  )
}

export const TwoStepBlock = () => {
  const { t } = useTranslation('account')
  const query = useMfa()
  const [turningOff, setTurningOff] = useState<MfaMethod | null>(null)
  const isOn = (query.data?.enabled.length ?? 0) > 0
  return (
    <Block
      title={t('twoStep.title')}
      text={t('twoStep.text')}
      state={query.data && <StatusBadge kind={isOn ? 'good' : 'off'}>{t(isOn ? 'twoStep.on' : 'twoStep.off')}</StatusBadge>}
    >
      <Loaded query={query} skeleton={<ItemSkeletons rows={2} />}>
        {(state) => (
          <>
            <Methods state={state} onTurnOff={setTurningOff} />
            {turningOff && <TurnOff method={turningOff} state={state} onClose={() => setTurningOff(null)} />}
          </>
        )}
      </Loaded>
    </Block>
  )
}
