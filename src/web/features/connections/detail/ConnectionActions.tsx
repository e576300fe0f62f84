import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import type { ConnectionAction } from '#contract/connections/transitions.ts'
import { useAccept, useResend } from '#web/data/connections.ts'
import { useAgreement } from '#web/data/connections/agreements.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { addressOf, innerPaths, paths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { isSyncNeeded, SyncFirst } from '../SyncFirst.tsx'
import { DeclineDialog } from '../DeclineDialog.tsx'
import { InviteDialog } from '../invite/InviteDialog.tsx'
import { AskForDataDialog } from '../review/AskDialog.tsx'
import { EndDialog, RemoveDialog } from './EndDialogs.tsx'
import styles from './ConnectionPage.module.css'

interface ConnectionProps {
  connection: Connection
}

const Resend = ({ connection: { id } }: ConnectionProps) => {
  const { t } = useTranslation('connections')
  const resend = useResend()
  const { act, isBusy } = useAct({ explain: (reason) => t('failed.send', { reason }) })
  return (
    <BusyButton variant="default" busy={isBusy} onClick={() => void act(() => resend.mutateAsync(id), t('done.sent'))}>
      {t('acts.resend')}
    </BusyButton>
  )
}

const Accept = ({ connection: { id, version }, onSyncNeeded }: ConnectionProps & { onSyncNeeded: (text: string) => void }) => {
  const { t } = useTranslation('connections')
  const accept = useAccept()
  const textOf = useErrorText()
  const { act, isBusy } = useAct({ explain: (reason) => t('failed.accept', { reason }) })
  const start = async () => {
    try {
      return await accept.mutateAsync({ id, version })
    } catch (error) {
      if (!isSyncNeeded(error)) throw error
      onSyncNeeded(textOf(error))
      return undefined
    }
  }
  return (
    <BusyButton busy={isBusy} onClick={() => void act(start, (accepted) => accepted && showToast('success', t('done.accepted')))}>
      {t('acts.accept')}
    </BusyButton>
  )
}

/** Opens the builder of what is shared. Not the first thing to do once it is sent with the invitation. */
const Share = ({ connection: { id, state, allowedActions } }: ConnectionProps) => {
  const { t } = useTranslation('connections')
  const newest = useAgreement(id).data?.versions[0]
  const isAttached = state === 'INVITED' && typeof newest?.acknowledgedAt === 'string'
  const hasDraft = allowedActions.includes('discard') && !isAttached
  const action = isAttached || state === 'ACTIVE' ? 'changeShared' : 'share'
  return (
    <Button component={Link} to={addressOf(innerPaths.criteria, id)} variant={isAttached ? 'default' : 'filled'}>
      {t(`acts.${hasDraft ? 'continueDraft' : action}`)}
    </Button>
  )
}

/** What asks first, with its button. A version is declined where it is reviewed, and a connection is ended at the end of the page. */
const asking = {
  reject: { allowed: ({ state }: Connection) => state === 'INVITED', isDangerous: false },
  request_data: { allowed: () => true, isDangerous: false },
  cancel: { allowed: ({ state }: Connection) => state === 'INVITED', isDangerous: true },
  invite_again: { allowed: () => true, isDangerous: false },
  remove: { allowed: () => true, isDangerous: true },
} as const satisfies Partial<Record<ConnectionAction, { allowed: (connection: Connection) => boolean; isDangerous: boolean }>>

type Asking = keyof typeof asking

const useLabel = () => {
  const { t } = useTranslation('connections')
  return {
    reject: t('acts.reject'),
    request_data: t('acts.requestData'),
    cancel: t('acts.cancelInvitation'),
    remove: t('acts.remove'),
    invite_again: t('acts.inviteAgain'),
  } satisfies Record<Asking, string>
}

const Question = ({ connection, asked, onClose }: ConnectionProps & { asked: Asking; onClose: () => void }) => {
  const navigate = useNavigate()
  const open = ({ id }: Connection) => void navigate({ to: innerPaths.connection, params: { id } })
  const toList = () => void navigate({ to: paths.connections })
  switch (asked) {
    case 'reject':
      return <DeclineDialog connection={connection} onClose={onClose} />
    case 'request_data':
      return <AskForDataDialog connection={connection} onClose={onClose} />
    case 'cancel':
      return <EndDialog connection={connection} onClose={onClose} />
    case 'remove':
      return <RemoveDialog connection={connection} onRemoved={toList} onClose={onClose} />
    default:
      return <InviteDialog before={connection} onSent={open} onClose={onClose} />
  }
}

/** Exactly what the server allows; sharing criteria have their own screen. */
export const ConnectionActions = ({ connection }: ConnectionProps) => {
  const [asked, setAsked] = useState<Asking | null>(null)
  const [needsSync, setNeedsSync] = useState<string | null>(null)
  const labels = useLabel()
  const { allowedActions } = connection
  const shown = (Object.keys(asking) as Asking[]).filter(
    (action) => allowedActions.includes(action) && asking[action].allowed(connection),
  )
  return (
    <>
      <div className={styles.actions}>
        {allowedActions.includes('accept') && <Accept connection={connection} onSyncNeeded={setNeedsSync} />}
        {allowedActions.includes('save_criteria') && <Share connection={connection} />}
        {allowedActions.includes('resend') && <Resend connection={connection} />}
        {shown.map((action) => (
          <Button
            key={action}
            variant="default"
            {...(asking[action].isDangerous ? { c: 'red' } : {})}
            onClick={() => setAsked(action)}
          >
            {labels[action]}
          </Button>
        ))}
      </div>
      {needsSync !== null && allowedActions.includes('accept') && (
        <div className={styles.wide}>
          <SyncFirst text={needsSync} />
        </div>
      )}
      {asked && <Question connection={connection} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
