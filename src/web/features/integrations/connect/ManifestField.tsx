import { ActionIcon, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { ConnectForm } from './use-connect-form.ts'

interface ManifestFieldProps {
  field: ConnectorManifest['fields'][number]
  form: ConnectForm
}

const Reveal = ({ label, visible, onToggle }: { label: string; visible: boolean; onToggle: () => void }) => {
  const { t } = useTranslation('syncs')
  const Icon = visible ? IconEyeOff : IconEye
  return (
    // The field keeps the focus when the button is pressed with a mouse.
    <ActionIcon
      aria-label={t(visible ? 'drawer.hide' : 'drawer.show', { label })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** One field of a connector's manifest. A secret is masked, and the browser does not offer to save it. */
export const ManifestField = ({ field: { name, label, help, placeholder, kind, isRequired }, form }: ManifestFieldProps) => {
  const { t } = useTranslation('syncs')
  const [visible, setVisible] = useState(false)
  const isSecret = kind === 'secret'
  const input = form.field(name)
  return (
    <TextInput
      {...input}
      size="lg"
      label={isRequired ? label : t('drawer.optional', { label })}
      description={help}
      placeholder={placeholder}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type={isSecret && !visible ? 'password' : 'text'}
      inputMode={kind === 'url' ? 'url' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={4000}
      aria-required={isRequired}
      aria-invalid={Boolean(input.error)}
      rightSectionWidth={40}
      rightSection={isSecret && <Reveal label={label} visible={visible} onToggle={() => setVisible(!visible)} />}
    />
  )
}
