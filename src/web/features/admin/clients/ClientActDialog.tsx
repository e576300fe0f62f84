import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { useChangeClientStatus, useRevealOwner } from '#web/data/admin/clients.ts'
import { showToast } from '#web/lib/toast.ts'
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx'
import { InviteDialog } from '../users/InviteDialog.tsx'
import { useRevealed } from '../Revealed.tsx'
import { isDangerous, type ClientAct } from './client-acts.ts'
import { detailTitle } from './detail/ClientDetail.tsx'
import { EditClientDialog } from './EditClientDialog.tsx'

interface ClientActDialogProps {
  act: ClientAct
  client: ClientRow
  /** The client's details are open below the list. */
  isOpen: boolean
  onClose: () => void
}

const RevealDialog = ({ client, isOpen, onClose }: ClientActDialogProps) => {
  const { t } = useTranslation('admin')
  const { add } = useRevealed()
  const reveal = useRevealOwner()
  return (
    <ReasonDialog
      title={t('clients.revealTitle', { name: client.name })}
      text={t('reveal.text')}
      action={t('reveal.action')}
      onConfirm={async (reason) => {
        add(client.id, await reveal.mutateAsync({ id: client.id, reason }))
        // The open details already show it.
        if (!isOpen) void showToast('success', t('reveal.done'))
      }}
      onClose={onClose}
      returnTo={detailTitle}
    />
  )
}

const statuses = { suspend: 'suspended', restore: 'active', close: 'closing' } as const

const StatusDialog = ({ act, client, onClose }: ClientActDialogProps & { act: keyof typeof statuses }) => {
  const { t } = useTranslation('admin')
  const change = useChangeClientStatus()
  const { id, name } = client
  return (
    <ReasonDialog
      title={t(`clients.${act}.title`, { name })}
      text={t(`clients.${act}.text`)}
      action={t(`clients.${act}.action`)}
      isDangerous={isDangerous(act)}
      onConfirm={async (reason) => {
        const { awaitsSecondPerson } = await change.mutateAsync({ id, status: statuses[act], reason })
        void showToast('success', t(awaitsSecondPerson ? 'clients.close.waits' : `clients.${act}.done`, { name }))
      }}
      onClose={onClose}
      returnTo={detailTitle}
    />
  )
}

/** The dialog for an action on a client. */
export const ClientActDialog = (props: ClientActDialogProps) => {
  switch (props.act) {
    case 'edit':
      return <EditClientDialog {...props} />
    case 'invite':
      return <InviteDialog {...props} returnTo={detailTitle} />
    case 'reveal':
      return <RevealDialog {...props} />
    default:
      return <StatusDialog {...props} act={props.act} />
  }
}
