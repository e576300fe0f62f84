import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MfaState } from '#web/data/account/mfa.ts'
import { useTotpSetup, useTurnOnTotp } from '#web/data/account/security.ts'
import { CodeField } from '#web/ui/fields/CodeField.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { isProofCanceled } from '#web/lib/identity/proof/fresh-proof.ts'
import { codeFieldOf, isWrongCode } from '#web/lib/identity/errors/identity-error.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { SetupKey } from '#web/ui/fields/keys/SetupKey.tsx'
import form from '../form.module.css'
import styles from './TotpSetup.module.css'

interface TotpSetupProps {
  before: MfaState
  onDone: () => void
}

const useCodeForm = ({ before, onDone }: TotpSetupProps) => {
  const { t } = useTranslation(['account', 'gate'])
  const textOf = useErrorText()
  const turnOn = useTurnOnTotp(before)
  return useForm({
    initial: { code: '' },
    rules: { code: (value) => (/^\d{6}$/.test(value) ? undefined : t('totp.codeMissing')) },
    submit: async ({ code }) => {
      await turnOn.mutateAsync(code)
      void showToast('success', t('twoStep.turnedOn.totp'))
      onDone()
    },
    fieldOf: codeFieldOf,
    explain: (error) => (isWrongCode(error) ? t('gate:setupKey.wrong') : textOf(error)),
  })
}

const CodeForm = ({ before, onDone }: TotpSetupProps) => {
  const { t } = useTranslation(['account', 'app'])
  const codeForm = useCodeForm({ before, onDone })
  return (
    <form className={styles.step} noValidate onSubmit={codeForm.onSubmit}>
      {codeForm.failure && !codeForm.errors.code && <Note kind="bad">{codeForm.failure}</Note>}
      <div className={styles.code}>
        <CodeField
          name="code"
          label={t('totp.code')}
          value={codeForm.values.code}
          error={codeForm.errors.code}
          onCode={(code) => codeForm.set('code', code)}
          submits
        />
      </div>
      <div className={form.buttons}>
        <Button type="submit" loading={codeForm.busy}>
          {t('totp.submit')}
        </Button>
        <Button variant="default" disabled={codeForm.busy} onClick={onDone}>
          {t('app:cancel')}
        </Button>
      </div>
    </form>
  )
}

const Skeletons = () => (
  <div className={styles.scan} aria-hidden>
    <Skeleton width={168} height={168} radius="md" />
    <div>
      <Skeleton height={12} width="80%" />
      <Skeleton height={40} />
    </div>
  </div>
)

/** The user enters the key into the app; a code from the app verifies it. */
export const TotpSetup = (props: TotpSetupProps) => {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const query = useTotpSetup(user.email)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // The button that opened this has disappeared, and the focus with it.
  useEffect(() => fieldset.current?.focus(), [])
  const isCanceled = isProofCanceled(query.error)
  const { onDone } = props
  useEffect(() => {
    if (isCanceled) onDone()
  }, [isCanceled, onDone])
  if (isCanceled) return null
  return (
    <fieldset ref={fieldset} tabIndex={-1} className={styles.setup} aria-label={t('twoStep.setUpLabel')}>
      <Loaded query={query} skeleton={<Skeletons />}>
        {({ secret, uri }) => (
          <>
            <div className={styles.step}>
              <h5>{t('totp.scan')}</h5>
              <SetupKey secret={secret} uri={uri} />
            </div>
            <CodeForm {...props} />
          </>
        )}
      </Loaded>
    </fieldset>
  )
}
