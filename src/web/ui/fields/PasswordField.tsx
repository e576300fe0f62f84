import { ActionIcon, PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PasswordField.module.css'

interface PasswordFieldProps {
  label: string
  autoComplete: 'current-password' | 'new-password'
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  hint?: string
  /** Shown on the line of the label, e.g. a link. */
  aside?: ReactNode
}

const RevealButton = ({ label, visible, onToggle }: { label: string; visible: boolean; onToggle: () => void }) => {
  const { t } = useTranslation()
  const Icon = visible ? IconEyeOff : IconEye
  return (
    // The field keeps the focus when the button is pressed with a mouse.
    <ActionIcon className={styles.reveal} onMouseDown={(event) => event.preventDefault()} onClick={onToggle}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className="visually-hidden">{t(visible ? 'fields.hidePassword' : 'fields.showPassword', { label })}</span>
    </ActionIcon>
  )
}

export const PasswordField = ({ aside, hint, ...field }: PasswordFieldProps) => {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const help = field.error ? undefined : hint
  return (
    <div className={styles.field}>
      <PasswordInput
        {...field}
        size="lg"
        visible={visible}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        rightSection={<RevealButton label={field.label} visible={visible} onToggle={() => setVisible(!visible)} />}
        aria-invalid={Boolean(field.error)}
        description={capsLock ? t('fields.capsLock') : help}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        descriptionProps={{ className: capsLock ? styles.capsLock : undefined, role: capsLock ? 'status' : undefined }}
      />
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}
