import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationPath } from '#contract/kit/pages.ts'
import { useAccept } from '#web/data/connections.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { forgetInvitation, keepInvitation } from '#web/lib/kept-invitation.ts'
import { showToast } from '#web/lib/toast.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { DeclineDialog } from '../DeclineDialog.tsx'
import { isSyncNeeded, SyncFirst } from '../SyncFirst.tsx'
import styles from './InvitationLayout.module.css'
import type { Invitation } from './InvitationText.tsx'

export interface AnswerProps {
  invitation: Invitation
  token: string
}

const isMismatch = (error: unknown) => error instanceof ApiError && error.code === 'INVITEE_MISMATCH'

/** The invitation is for another user, who signs in and returns to it. */
const useSignOutHere = ({ invitation, token }: AnswerProps) => {
  const { signOut } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    keepInvitation({ ...invitation, token, isReturning: true })
    await signOut()
    // The gate continues at the start page, but this visitor came for the invitation.
    location.replace(invitationPath(token))
  }
  return [busy, () => void leave()] as const
}

interface SignOutProps extends AnswerProps {
  /** Nothing else leads on from here. */
  isMain?: boolean
}

export const SignOutButton = ({ isMain = false, ...answer }: SignOutProps) => {
  const { t } = useTranslation('invitation')
  const [busy, leave] = useSignOutHere(answer)
  return (
    <BusyButton variant={isMain ? 'filled' : 'default'} size={isMain ? 'lg' : 'xs'} busy={busy} onClick={leave}>
      {t('signOut')}
    </BusyButton>
  )
}

/** While an answer is not possible yet, so that nobody prepares it with another address than the invited one. */
export const SignOutOr = (answer: AnswerProps) => {
  const { t } = useTranslation('invitation')
  const [busy, leave] = useSignOutHere(answer)
  return (
    <>
      <button type="button" className="link-button" aria-disabled={busy} onClick={() => !busy && leave()}>
        {t('signOut')}
      </button>
      {' · '}
    </>
  )
}

const Refusal = ({ failure: { text, error } }: { failure: { text: string; error: unknown } }) => {
  const { t } = useTranslation(['invitation', 'connections'])
  const { email } = useSession().user
  if (isSyncNeeded(error)) return <SyncFirst text={text} />
  if (isMismatch(error))
    return (
      <Note kind="bad">
        <span className="medium">{text}.</span> {t('mismatch', { email })}
      </Note>
    )
  return <Note kind="bad">{t('connections:failed.accept', { reason: text })}</Note>
}

interface ButtonsProps extends AnswerProps {
  /** A company has nothing to share yet. */
  isBlocked: boolean
}

export const AnswerButtons = ({ isBlocked, ...answer }: ButtonsProps) => {
  const { invitation, token } = answer
  const { connectionId: id, inviterName: name } = invitation
  const { t } = useTranslation(['invitation', 'connections'])
  const navigate = useNavigate()
  const accept = useAccept()
  const whyId = useId()
  const [isDeclining, setIsDeclining] = useState(false)
  const { failure, busy, attempt } = useAttempt(useErrorText())
  const isOfOther = isMismatch(failure?.error)
  const leave = () => {
    forgetInvitation()
    void navigate({ to: innerPaths.connection, params: { id } })
  }
  const start = () =>
    attempt(async () => {
      await accept.mutateAsync({ id, token }).catch((error: unknown) => {
        // It is not theirs, so their list does not offer it.
        if (isMismatch(error)) forgetInvitation()
        throw error
      })
      void showToast('success', t('connections:done.accepted'))
      leave()
    })
  return (
    <>
      {failure && <Refusal failure={failure} />}
      <div className={styles.buttons}>
        {isOfOther && <SignOutButton {...answer} isMain />}
        {isBlocked && (
          <Button component={Link} to={paths.integrations} hash="available" size="lg">
            {t('syncFirst.action')}
          </Button>
        )}
        <BusyButton
          size="lg"
          variant={isOfOther ? 'default' : 'filled'}
          busy={busy}
          disabled={isBlocked}
          aria-describedby={isBlocked ? whyId : undefined}
          onClick={() => void start()}
        >
          {t('accept')}
        </BusyButton>
        <Button size="lg" variant="default" onClick={() => setIsDeclining(true)}>
          {t('decline')}
        </Button>
      </div>
      {isBlocked && (
        <p id={whyId} className={styles.after}>
          <span className="medium">{t('syncFirst.text')}</span> {t('syncFirst.after')}
        </p>
      )}
      {isDeclining && (
        <DeclineDialog connection={{ id, name }} token={token} onDeclined={leave} onClose={() => setIsDeclining(false)} />
      )}
    </>
  )
}
