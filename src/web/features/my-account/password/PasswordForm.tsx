import { Button, Checkbox } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import { useChangePassword } from '#web/data/account/security.ts'
import { HiddenUsername } from '#web/ui/fields/HiddenUsername.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { useForm } from '#web/lib/forms/use-form.ts'
import { newPasswordRule } from '#web/lib/forms/rules.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { config } from '#web/lib/config.ts'
import { isWrongPassword, passwordFieldOf } from '#web/lib/identity/errors/identity-error.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { Note } from '#web/ui/Note.tsx'
import styles from '../form.module.css'

const fieldOf = (error: unknown) => (isWrongPassword(error) ? 'current' : passwordFieldOf(error))

const usePasswordForm = (onDone: () => void) => {
  const { t } = useTranslation(['account', 'gate'])
  const { t: fromGate } = useTranslation()
  const textOf = useErrorText()
  const change = useChangePassword()
  return useForm({
    initial: { current: '', password: '', confirmation: '', keep: '' },
    rules: {
      current: (value) => (value === '' ? t('password.currentMissing') : undefined),
      password: newPasswordRule(fromGate),
      confirmation: (value, { password }) => (value === password ? undefined : t('gate:validation.passwordsDiffer')),
    },
    submit: async ({ current, password, keep }) => {
      await change.mutateAsync({ oldPassword: current, newPassword: password, isKept: keep !== '' })
      void showToast('success', t('password.done'))
      onDone()
    },
    fieldOf,
    explain: (error) => (fieldOf(error) === 'current' ? t('password.wrong') : textOf(error)),
  })
}

export const PasswordForm = ({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) => {
  const { t } = useTranslation(['account', 'gate', 'app'])
  const { user } = useSession()
  const form = usePasswordForm(onDone)
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => formRef.current?.querySelector<HTMLElement>('[name=current]')?.focus(), [])
  const isAboutAField = Object.keys(form.errors).length > 0
  const { features } = config().identity
  const hasOtherWaysIn = features.includes('passkeys') || features.includes('devices')
  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={form.onSubmit} aria-label={t('password.change')}>
      {form.failure && !isAboutAField && <Note kind="bad">{form.failure}</Note>}
      <HiddenUsername email={user.email} />
      <PasswordField {...form.field('current')} label={t('password.current')} autoComplete="current-password" />
      <PasswordField
        {...form.field('password')}
        label={t('password.new')}
        autoComplete="new-password"
        hint={t('gate:fields.passwordHint', { min: limits.passwordMin })}
      />
      <PasswordField {...form.field('confirmation')} label={t('password.confirm')} autoComplete="new-password" />
      {hasOtherWaysIn && (
        <Checkbox
          name="keep"
          label={t('password.keep')}
          description={t('password.keepHint')}
          checked={form.values.keep !== ''}
          onChange={(event) => form.set('keep', event.currentTarget.checked ? 'on' : '')}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={form.busy}>
          {t('password.submit')}
        </Button>
        <Button variant="default" disabled={form.busy} onClick={onCancel}>
          {t('app:cancel')}
        </Button>
      </div>
    </form>
  )
}
