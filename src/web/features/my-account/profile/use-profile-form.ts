import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameRule } from '#contract/kit/text-rules.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { isStale, useSaveOwn, type Profile } from '#web/data/account/profile.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { profileChange } from './profile-change.ts'

const fields = ['name', 'lastname', 'timeZone'] as const

const fieldOf = (error: unknown) => (error instanceof ApiError ? fields.find((field) => field === error.field) : undefined)

const profileOf = ({ name, lastname, timeZone }: CurrentUser): Profile => ({ name, lastname, timeZone })

/** Names and time zone, saved together. The empty time zone is that of the account. */
export const useProfileForm = (onDone: () => void) => {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const textOf = useErrorText()
  const save = useSaveOwn('names')
  const [original] = useState(() => profileOf(user))
  const form = useForm({
    initial: { name: original.name, lastname: original.lastname, timeZone: original.timeZone ?? '' },
    rules: { name: nameRule('your first name'), lastname: nameRule('your last name') },
    submit: async ({ name, lastname, timeZone }) => {
      await save.mutateAsync({ original, change: profileChange(original, { name, lastname, timeZone: timeZone || null }) })
      void showToast('success', t('profile.done'))
      onDone()
    },
    fieldOf,
    explain: (error) => (isStale(error) ? t('profile.conflict') : textOf(error)),
  })
  return { ...form, isConflict: isStale(form.error) }
}
