import { Button } from '@mantine/core'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import type { User } from '#contract/users/users.ts'
import { useTransferOwnership } from '#web/data/account/own-client.ts'
import { useMay } from '#web/lib/may.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { showToast } from '#web/lib/toast.ts'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './ClientPage.module.css'
import { UserSelect } from './UserSelect.tsx'

const Owner = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('client')
  const { user } = useSession()
  if (client.ownerName === null) return <p className="dim small">{t('ownership.none')}</p>
  const name = `${client.ownerName} ${client.ownerLastname ?? ''}`.trim()
  return (
    <div className={styles.owner}>
      <Avatar name={name} size={40} />
      <div className="grow">
        <p className="medium truncate">
          {name} {client.ownerId === user.id && <span className="dim">{t('ownership.you')}</span>}
        </p>
        <p className="small dim truncate">{client.ownerEmail}</p>
      </div>
    </div>
  )
}

const Transfer = ({ client, returnTo }: { client: ClientRow; returnTo: RefObject<HTMLElement | null> }) => {
  const { t } = useTranslation('client')
  const [newOwner, setNewOwner] = useState<User | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const transfer = useTransferOwnership()
  const name = newOwner ? `${newOwner.name} ${newOwner.lastname}` : ''
  const openDialog = () => {
    setIsConfirming(newOwner !== null)
    setIsMissing(newOwner === null)
    if (!newOwner) field.current?.querySelector('input')?.focus()
  }
  const confirm = async () => {
    if (!newOwner) return
    await transfer.mutateAsync(newOwner.id)
    void showToast('success', t('ownership.done', { name }))
    setNewOwner(null)
  }
  return (
    <>
      <div ref={field} className={styles.transfer}>
        <UserSelect
          value={newOwner}
          except={client.ownerId}
          error={isMissing ? t('ownership.missing') : undefined}
          onChange={(chosen) => {
            setNewOwner(chosen)
            setIsMissing(false)
          }}
        />
        <Button variant="default" onClick={openDialog}>
          {t('ownership.transfer')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('ownership.confirm.title', { name })}
          text={t('ownership.confirm.text', { name, account: client.name })}
          action={t('ownership.transfer')}
          returnTo={returnTo}
          onConfirm={confirm}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

export const OwnershipPanel = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('client')
  const mayTransfer = useMay()('ownership', 'x')
  const text = useRef<HTMLParagraphElement>(null)
  return (
    <Panel title={t('ownership.title')}>
      <div className="stack">
        <p ref={text} tabIndex={-1} className={styles.text}>
          {t(mayTransfer ? 'ownership.text' : 'ownership.notYours')}
        </p>
        <Owner client={client} />
        {mayTransfer && <Transfer client={client} returnTo={text} />}
      </div>
    </Panel>
  )
}
