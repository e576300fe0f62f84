import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountActs, useSandboxRecords, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { RecordList } from './RecordList.tsx'

interface ContactsProps {
  accountRef: AccountRef
  canMerge: boolean
}

type Action = { do: 'add' } | { do: 'change' | 'merge' | 'remove'; contact: SandboxRecord }

interface OpenDialogProps {
  accountRef: AccountRef
  action: Action
  contacts: readonly SandboxRecord[]
  onClose: () => void
}

const OpenDialog = ({ accountRef, action, contacts, onClose }: OpenDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { deleteContact } = useAccountActs(accountRef)
  if (action.do === 'add') return <ContactDialog accountRef={accountRef} onClose={onClose} />
  const { contact } = action
  if (action.do === 'change') return <ContactDialog accountRef={accountRef} contact={contact} onClose={onClose} />
  if (action.do === 'merge')
    return <MergeDialog accountRef={accountRef} contact={contact} contacts={contacts} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('people.removeTitle', { name: contact.name })}
      text={t('people.removeText')}
      action={t('people.remove')}
      done={t('people.removed', { name: contact.name })}
      onConfirm={() => deleteContact.mutateAsync(contact.id)}
      onClose={onClose}
    />
  )
}

export const Contacts = ({ accountRef, canMerge }: ContactsProps) => {
  const { t } = useTranslation('sandboxes')
  const query = useSandboxRecords(accountRef, 'people')
  const contacts = query.data?.items ?? []
  const [action, setAction] = useState<Action | null>(null)
  const actionsFor = (contact: SandboxRecord) => [
    { name: 'change', label: t('people.change'), onClick: () => setAction({ do: 'change', contact }) },
    ...(canMerge && contacts.length > 1
      ? [{ name: 'merge', label: t('people.merge'), onClick: () => setAction({ do: 'merge', contact }) }]
      : []),
    {
      name: 'remove',
      label: t('people.remove'),
      isDangerous: true,
      onClick: () => setAction({ do: 'remove', contact }),
    },
  ]
  return (
    <>
      <RecordList object="people" query={query} actionsFor={actionsFor} onAdd={() => setAction({ do: 'add' })} />
      {action && <OpenDialog accountRef={accountRef} action={action} contacts={contacts} onClose={() => setAction(null)} />}
    </>
  )
}
