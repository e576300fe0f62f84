import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#contract/texts.ts'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/permissions.ts'
import { useInviteUser, useInviteUsers, useKnownAddresses } from '#web/data/people.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { follows } from '#web/lib/forms/rules.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { fieldNamed } from '../field-named.ts'
import { sortAddresses, splitAddresses } from './addresses.ts'
import { useAddressText } from './use-address-text.ts'

const initial = { emails: '', name: '', lastname: '', role: 'user', companies: 'all' }
type Values = typeof initial

/** The letters are out, and some addresses are left over because they are known already. */
class SomeSkipped extends Error {}

const isTaken = (error: unknown) => error instanceof ApiError && error.code === 'USER_EXISTS'

const fieldOf = (error: unknown) => {
  if (error instanceof SomeSkipped || isTaken(error)) return 'emails'
  return fieldNamed(['name', 'lastname', 'role'])(error)
}

/** Calls what fits: somebody by name, or many by their addresses. Answers who was skipped. */
const useSending = () => {
  const one = useInviteUser()
  const many = useInviteUsers()
  return async (good: readonly string[], { name, lastname, role, companies }: Values): Promise<string[]> => {
    const rest = { role: role as Role, companies: companies === 'all' ? ('all' as const) : [] }
    const [first = ''] = good
    if (good.length > 1) return (await many.mutateAsync({ ...rest, emails: [...good] })).skipped
    const taken = await one.mutateAsync({ ...rest, name, lastname, email: first }).then(
      () => [],
      (error: unknown) => {
        if (isTaken(error)) return [first]
        throw error
      },
    )
    return taken
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
  const ifAlone =
    (what: string) =>
    (value: string, { emails }: Values) =>
      sort(emails).good.length === 1 ? follows(nameOf(what))(value) : undefined
  const checkEmails = (emails: string) => {
    const { good, wrong } = sort(emails)
    if (wrong.length > 0) return addressText('wrong', wrong)
    if (good.length > limits.invitationsMax) return t('invite.many', { max: limits.invitationsMax })
    return good.length === 0 ? t('invite.missing') : undefined
  }
  const form = useForm({
    initial,
    rules: { emails: checkEmails, name: ifAlone('a first name'), lastname: ifAlone('a last name') },
    submit: async (values) => {
      const { good } = sort(values.emails)
      const left = await send(good, values)
      const sent = good.length - left.length
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
  return { form, sorted: sort(form.values.emails) }
}
