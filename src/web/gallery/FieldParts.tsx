import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChoiceMenu } from '#web/ui/fields/ChoiceMenu.tsx'
import { CodeField } from '#web/ui/fields/CodeField.tsx'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { HiddenUsername } from '#web/ui/fields/HiddenUsername.tsx'
import { Toggle } from '#web/ui/fields/Toggle.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { SetupKey } from '#web/ui/fields/keys/SetupKey.tsx'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { TokenField } from '#web/ui/fields/TokenField.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './gallery.module.css'
import { Group } from './Group.tsx'

const Texts = () => {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('123')
  const [tokens, setTokens] = useState(['ana@example.com', 'not an address'])
  return (
    <form className={styles.narrow} onSubmit={(event) => event.preventDefault()}>
      <HiddenUsername email="ana@example.com" />
      <FieldPair>
        <TextInput label="First name" defaultValue="Ana" />
        <TextInput label="Last name" error="Enter a last name" />
      </FieldPair>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        value={password}
        error={undefined}
        hint="At least 12 characters"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <CodeField label="Code" name="code" value={code} error={undefined} onCode={setCode} />
      <CodeField label="Wrong code" name="wrong" value="999999" error="That code didn’t work" onCode={() => undefined} />
      <TokenField
        label="Email addresses"
        name="emails"
        tokens={tokens}
        isMarked={(token) => !token.includes('@')}
        split={(text) => text.split(/[\s,;]+/).filter(Boolean)}
        removeLabel={(token) => `Remove ${token}`}
        onChange={setTokens}
      />
    </form>
  )
}

const Choices = () => {
  const [role, setRole] = useState<'user' | 'admin'>('user')
  const [isOn, setOn] = useState(true)
  const [zone, setZone] = useState('America/New_York')
  const roles = [
    { value: 'user', label: 'User', hint: 'Views everything.' },
    { value: 'admin', label: 'Admin', hint: 'Manages settings, users and sources.' },
  ] as const
  return (
    <div className={styles.narrow}>
      <div className={styles.line}>
        <ChoiceMenu
          label={`Role of Ana: ${role === 'user' ? 'User' : 'Admin'}`}
          value={role}
          options={roles}
          onChange={setRole}
        />
        <Toggle isOn={isOn} onChange={setOn} aria-label="Email notifications" />
        <Toggle isOn={!isOn} onChange={(next) => setOn(!next)} aria-label="The opposite" />
      </div>
      <TimeZoneSelect label="Time zone" value={zone} onChange={setZone} />
      <SetupKey secret="JBSWY3DPEHPK3PXP" uri="otpauth://totp/Tributary:ana@example.com?secret=JBSWY3DPEHPK3PXP" />
    </div>
  )
}

export const FieldParts = () => (
  <Group title="Fields">
    <div className={styles.pair}>
      <Panel title="Texts">
        <Texts />
      </Panel>
      <Panel title="Choices">
        <Choices />
      </Panel>
    </div>
  </Group>
)
