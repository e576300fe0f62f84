import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import type { Role } from '#contract/users/permissions.ts'
import { useInviteUsers, useKnownAddresses } from '#web/data/account/users.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { fieldNamed } from '#web/lib/forms/field-named.ts'
import { sortAddresses, splitAddresses } from './addresses.ts'
import { useGuestNames, type Guest } from './use-guest-names.ts'
import { useAddressText } from './use-address-text.ts'

const initial = { emails: '', role: 'user', companies: 'all' }
type Values = typeof initial

/** The emails were sent, except to some addresses that already belong to users. */
class SomeSkipped extends Error {}

const fieldOf = (error: unknown) => (error instanceof SomeSkipped ? 'emails' : fieldNamed(['role'])(error))

/** Sends the invitations and returns the skipped addresses. */
const useSending = () => {
  const invite = useInviteUsers()
  return async (users: Guest[], { role, companies }: Values): Promise<string[]> => {
    const rest = { role: role as Role, companies: companies === 'all' ? ('all' as const) : [] }
    return (await invite.mutateAsync({ ...rest, users })).skipped
  }
}

export const useInviteForm = (onClose: () => void) => {
  const { t } = useTranslation('users')
  const textOf = useErrorText()
  const send = useSending()
  const listed = useKnownAddresses()
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const addressText = useAddressText()
  const sort = (emails: string) => sortAddresses(splitAddresses(emails), (key) => listed.has(key) || skipped.has(key))
  const checkEmails = (emails: string) => {
    const { good, wrong } = sort(emails)
    if (wrong.length > 0) return addressText('wrong', wrong)
    if (good.length > limits.invitationsMax) return t('invite.many', { max: limits.invitationsMax })
    return good.length === 0 ? t('invite.missing') : undefined
  }
  const form = useForm({
    initial,
    rules: { emails: checkEmails },
    submit: async (values) => {
      const left = await send(names.guests, values)
      const sent = names.guests.length - left.length
      if (sent > 0) void showToast('success', t('invite.sent', { count: sent }))
      if (left.length === 0) return onClose()
      setSkipped(new Set([...skipped, ...left.map((address) => address.toLowerCase())]))
      form.set('emails', left.join(' '))
      throw new SomeSkipped()
    },
    explain: textOf,
    fieldOf,
    mainField: 'emails',
  })
  const sorted = sort(form.values.emails)
  const names = useGuestNames(sorted.good)
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    const wrong = sorted.wrong.length > 0 ? undefined : names.check()
    if (wrong === undefined) return form.onSubmit(event)
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  return { form: { ...form, onSubmit }, sorted, names }
}
