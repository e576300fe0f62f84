import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/kit/limits.ts'
import type { Role } from '#contract/users/permissions.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { TokenField } from '#web/ui/fields/TokenField.tsx'
import { CompaniesField } from '../CompaniesField.tsx'
import { rolesOffered } from '../allowed-actions.ts'
import { splitAddresses, uniqueAddresses } from './addresses.ts'
import { GuestRows } from './GuestRows.tsx'
import { useAddressText } from './use-address-text.ts'
import { useInviteForm } from './use-invite-form.ts'
import styles from './InviteDialog.module.css'

type InviteForm = ReturnType<typeof useInviteForm>

const daysOf = (milliseconds: number) => milliseconds / 86_400_000

const AddressesField = ({ form, sorted: { wrong, known } }: InviteForm) => {
  const { t } = useTranslation('users')
  const textOf = useAddressText()
  const marked = new Set([...wrong, ...known])
  const found = [wrong.length > 0 && textOf('wrong', wrong), known.length > 0 && textOf('known', known)].filter(Boolean)
  return (
    <TokenField
      label={t('invite.emails')}
      name="emails"
      tokens={splitAddresses(form.values.emails)}
      isMarked={(token) => marked.has(token)}
      split={splitAddresses}
      onChange={(tokens) => form.set('emails', uniqueAddresses(tokens).join(' '))}
      removeLabel={(address) => t('invite.remove', { address })}
      hint={t('invite.hint')}
      error={found.length > 0 ? found.join(' ') : form.errors.emails}
    />
  )
}

const RoleAndCompanies = ({ form }: Pick<InviteForm, 'form'>) => {
  const { t } = useTranslation(['users', 'app'])
  const { user: me } = useSession()
  const roleField = (
    <div>
      <NativeSelect
        name="role"
        label={t('fields.role')}
        value={form.values.role}
        error={form.errors.role}
        data={rolesOffered(me).map((role) => ({ value: role, label: t(`app:roles.${role}`) }))}
        onChange={(event) => form.set('role', event.currentTarget.value)}
      />
      <p className={styles.roleText} aria-live="polite">
        {t(`roleTexts.${form.values.role as Role}`)}
      </p>
    </div>
  )
  if (me.client.type !== 'AGENCY') return roleField
  return (
    <FieldPair>
      {roleField}
      <CompaniesField
        name="companies"
        value={form.values.companies}
        onChange={(event) => form.set('companies', event.currentTarget.value)}
      />
    </FieldPair>
  )
}

/** Invites one or many users by email address, with names suggested from the addresses. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('users')
  const invite = useInviteForm(onClose)
  const { form, names } = invite
  const count = names.guests.length
  return (
    <FormDialog
      title={t('invite.title')}
      text={t('invite.text', { max: limits.invitationsMax, days: daysOf(limits.invitationValid) })}
      action={t('invite.send', { count })}
      isWide
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
    >
      <AddressesField {...invite} />
      {count > 0 && <GuestRows names={names} />}
      <RoleAndCompanies form={form} />
    </FormDialog>
  )
}
