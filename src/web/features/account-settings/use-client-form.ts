import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyRule } from '#contract/kit/currencies.ts'
import { nameRule } from '#contract/kit/text-rules.ts'
import { todaysZone } from '#contract/kit/time-zones.ts'
import type { ClientRow } from '#contract/clients.ts'
import { useSaveClient } from '#web/data/account/own-client.ts'
import { isStale } from '#web/data/account/profile.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'

const fields = ['name', 'timeZone', 'currency'] as const

const fieldOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'CLIENT_NAME_TAKEN' ? 'name' : fields.find((field) => field === error.field)
}

const profileOf = ({ name, timeZone, currency }: ClientRow) => ({ name, timeZone: todaysZone(timeZone), currency })

/** The profile as it was when the form opened; the server refuses a change if there is a newer version. */
export const useClientForm = (client: ClientRow, onSaved: () => void) => {
  const { t } = useTranslation('client')
  const textOf = useErrorText()
  const save = useSaveClient()
  const [original] = useState(client)
  const [initial] = useState(() => profileOf(client))
  const form = useForm({
    initial,
    rules: {
      name: nameRule(original.type === 'AGENCY' ? 'your agency name' : 'your company name'),
      // A stored currency that no longer exists stays until another one is chosen.
      currency: (value) => (value === initial.currency ? undefined : currencyRule(value)),
    },
    submit: async (profile) => {
      const changed = fields.filter((field) => profile[field] !== initial[field]).map((field) => [field, profile[field]])
      await save.mutateAsync({ ...Object.fromEntries(changed), version: original.version })
      void showToast('success', t('profile.done'))
      onSaved()
    },
    fieldOf,
    explain: (error) => (isStale(error) ? t('profile.conflict') : textOf(error)),
  })
  return { ...form, isConflict: isStale(form.error), isOutdated: original.version !== client.version }
}
