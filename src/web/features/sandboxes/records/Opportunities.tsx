import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountActs, useSandboxRecords, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { MoveOpportunityDialog } from './MoveOpportunityDialog.tsx'
import { NewOpportunityDialog } from './NewOpportunityDialog.tsx'
import { RecordList } from './RecordList.tsx'

type Action = { do: 'add' } | { do: 'move' | 'remove'; opportunity: SandboxRecord }

interface OpenDialogProps {
  accountRef: AccountRef
  action: Action
  onClose: () => void
}

const OpenDialog = ({ accountRef, action, onClose }: OpenDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { deleteOpportunity } = useAccountActs(accountRef)
  if (action.do === 'add') return <NewOpportunityDialog accountRef={accountRef} onClose={onClose} />
  const { opportunity } = action
  if (action.do === 'move') return <MoveOpportunityDialog accountRef={accountRef} opportunity={opportunity} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('deals.removeTitle', { name: opportunity.name })}
      text={t('deals.removeText')}
      action={t('deals.remove')}
      done={t('deals.removed', { name: opportunity.name })}
      onConfirm={() => deleteOpportunity.mutateAsync(opportunity.id)}
      onClose={onClose}
    />
  )
}

export const Opportunities = ({ accountRef }: { accountRef: AccountRef }) => {
  const { t } = useTranslation('sandboxes')
  const query = useSandboxRecords(accountRef, 'deals')
  const [action, setAction] = useState<Action | null>(null)
  const actionsFor = (opportunity: SandboxRecord) => [
    { name: 'move', label: t('deals.move'), onClick: () => setAction({ do: 'move', opportunity }) },
    { name: 'remove', label: t('deals.remove'), isDangerous: true, onClick: () => setAction({ do: 'remove', opportunity }) },
  ]
  return (
    <>
      <RecordList object="deals" query={query} actionsFor={actionsFor} onAdd={() => setAction({ do: 'add' })} />
      {action && <OpenDialog accountRef={accountRef} action={action} onClose={() => setAction(null)} />}
    </>
  )
}
