import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/identity/session.ts'
import { zoneLabel } from '#web/lib/time/time-zones.ts'
import { Note } from '#web/ui/Note.tsx'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import styles from './ProfileForm.module.css'
import type { useProfileForm } from './use-profile-form.ts'
import { limits } from '#contract/kit/limits.ts'

interface NameFieldProps extends TextInputProps {
  value: string
}

/** Counts like the validation rule: visible characters, without surrounding spaces. */
const NameField = ({ value, ...field }: NameFieldProps) => (
  <TextInput
    {...field}
    value={value}
    rightSectionWidth={64}
    rightSectionPointerEvents="none"
    rightSection={
      <span className={styles.count} aria-hidden>
        {[...value.normalize('NFC').trim()].length} / {limits.nameMax}
      </span>
    }
  />
)

interface ProfileFormProps {
  id: string
  form: ReturnType<typeof useProfileForm>
  /** Starts again with the saved values. */
  onReload: () => void
}

export const ProfileForm = ({ id, form, onReload }: ProfileFormProps) => {
  const { t } = useTranslation(['account', 'gate'])
  const { user } = useSession()
  const isAboutAField = Object.keys(form.errors).length > 0
  const reload = form.isConflict && (
    <Button variant="default" size="xs" onClick={onReload}>
      {t('profile.reload')}
    </Button>
  )
  return (
    <form id={id} className={styles.form} noValidate onSubmit={form.onSubmit} aria-label={t('profile.title')}>
      {form.failure && !isAboutAField && (
        <Note kind="bad" action={reload}>
          {form.failure}
        </Note>
      )}
      <div className={styles.pair}>
        <NameField {...form.field('name')} data-autofocus label={t('gate:fields.firstName')} autoComplete="given-name" />
        <NameField {...form.field('lastname')} label={t('gate:fields.lastName')} autoComplete="family-name" />
      </div>
      <TimeZoneSelect
        label={t('profile.timeZone')}
        fallback={t('profile.accountZone', { zone: zoneLabel(user.client.timeZone) })}
        value={form.values.timeZone}
        error={form.errors.timeZone}
        onChange={(zone) => form.set('timeZone', zone)}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={form.busy}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
