import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationPath } from '#contract/kit/pages.ts'
import { useAccept } from '#web/data/connections.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { forgetInvitation, keepInvitation, keptInvitation } from '#web/lib/kept-invitation.ts'
import { useMay } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { invitationMessages } from '#web/messages/en-invitation.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { DeclineDialog } from '../DeclineDialog.tsx'
import { isSyncNeeded, SyncFirst } from '../SyncFirst.tsx'
import styles from './InvitationLayout.module.css'
import type { Invitation } from './InvitationText.tsx'
import { LoadedInvitation } from './LoadedInvitation.tsx'

addTranslations('connections', connectionMessages)
addTranslations('invitation', invitationMessages)

interface AnswerProps {
  invitation: Invitation
  token: string
}

const isMismatch = (error: unknown) => error instanceof ApiError && error.code === 'INVITEE_MISMATCH'

/** The invitation is for another user, who signs in and returns to it. */
const SignOutButton = ({ invitation, token }: AnswerProps) => {
  const { t } = useTranslation('invitation')
  const { signOut } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    keepInvitation({ ...invitation, token, isReturning: true })
    await signOut()
    // The gate continues at the start page, but this visitor came for the invitation.
    location.replace(invitationPath(token))
  }
  return (
    <BusyButton variant="default" size="xs" busy={busy} onClick={() => void leave()}>
      {t('signOut')}
    </BusyButton>
  )
}

interface RefusalProps extends AnswerProps {
  failure: { text: string; error: unknown }
}

const Refusal = ({ failure: { text, error }, ...answer }: RefusalProps) => {
  const { t } = useTranslation(['invitation', 'connections'])
  const { email } = useSession().user
  if (isSyncNeeded(error)) return <SyncFirst text={text} />
  if (isMismatch(error))
    return (
      <Note kind="bad" action={<SignOutButton {...answer} />}>
        <span className="medium">{text}.</span> {t('mismatch', { email })}
      </Note>
    )
  return <Note kind="bad">{t('connections:failed.accept', { reason: text })}</Note>
}

const Buttons = (answer: AnswerProps) => {
  const { invitation, token } = answer
  const { connectionId: id, inviterName: name } = invitation
  const { t } = useTranslation(['invitation', 'connections'])
  const navigate = useNavigate()
  const accept = useAccept()
  const [isDeclining, setIsDeclining] = useState(false)
  const { failure, busy, attempt } = useAttempt(useErrorText())
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
      {failure && <Refusal {...answer} failure={failure} />}
      <div className={styles.buttons}>
        <BusyButton size="lg" busy={busy} onClick={() => void start()}>
          {t('accept')}
        </BusyButton>
        <Button size="lg" variant="default" onClick={() => setIsDeclining(true)}>
          {t('decline')}
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog connection={{ id, name }} token={token} onDeclined={leave} onClose={() => setIsDeclining(false)} />
      )}
    </>
  )
}

const Answer = (answer: AnswerProps) => {
  const { t } = useTranslation('invitation')
  const { user } = useSession()
  const may = useMay()
  const { invitation, token } = answer
  const isOtherType = user.client.type === invitation.inviterType
  useEffect(() => {
    // They find it in their list until they answer.
    if (!isOtherType) keepInvitation({ ...invitation, token, isReturning: false })
  }, [invitation, token, isOtherType])
  const content = () => {
    if (isOtherType)
      return (
        <Note kind="wait" action={<SignOutButton {...answer} />}>
          {t(`otherType.${invitation.inviterType}`)}
        </Note>
      )
    return may('connections', 'w') ? <Buttons {...answer} /> : <Note kind="wait">{t('notAdmin')}</Note>
  }
  return (
    <div className={styles.answer}>
      {content()}
      <p className={styles.after}>
        {t('signedInAs', { email: user.email })}. <Link to={paths.home}>{t('later')}</Link>
      </p>
    </div>
  )
}

/** The page behind an invitation's link, for a signed-in user. */
export const InvitationPage = () => {
  const { token = '' } = useParams({ strict: false })
  useEffect(() => {
    const kept = keptInvitation()
    // They have returned: from now on the start page opens as usual.
    if (kept?.token === token) keepInvitation({ ...kept, isReturning: false })
  }, [token])
  return (
    <LoadedInvitation token={token} isSignedIn>
      {(invitation) => <Answer invitation={invitation} token={token} />}
    </LoadedInvitation>
  )
}
