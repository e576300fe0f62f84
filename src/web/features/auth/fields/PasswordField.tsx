import { PasswordInput } from '@mantine/core'
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
  /** Stands on the line of the label, e.g. a link. */
  aside?: ReactNode
}

export const PasswordField = ({ aside, hint, ...field }: PasswordFieldProps) => {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className={styles.field}>
      <PasswordInput
        {...field}
        size="lg"
        visible={visible}
        onVisibilityChange={setVisible}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': visible ? t('fields.hidePassword') : t('fields.showPassword') }}
        description={capsLock ? t('fields.capsLock') : hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        descriptionProps={{ className: capsLock ? styles.capsLock : undefined, role: capsLock ? 'status' : undefined }}
      />
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}
