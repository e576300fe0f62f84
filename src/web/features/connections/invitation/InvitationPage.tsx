import '@mantine/core/styles/Skeleton.layer.css'
import { Skeleton } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasStartedSync } from '#web/data/connections.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { keepInvitation, keptInvitation } from '#web/lib/kept-invitation.ts'
import { useMay } from '#web/lib/may.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { invitationMessages } from '#web/messages/en-invitation.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import { AnswerButtons, SignOutButton, SignOutOr, type AnswerProps } from './AnswerButtons.tsx'
import styles from './InvitationLayout.module.css'
import { LoadedInvitation } from './LoadedInvitation.tsx'

addTranslations('connections', connectionMessages)
addTranslations('invitation', invitationMessages)

interface AnswerContentProps extends AnswerProps {
  hasStarted: ReturnType<typeof useHasStartedSync>
}

const Answer = ({ hasStarted, ...answer }: AnswerContentProps) => {
  const { t } = useTranslation('invitation')
  const { user } = useSession()
  const may = useMay()
  const { invitation, token } = answer
  const isOtherType = user.client.type === invitation.inviterType
  const mayAnswer = !isOtherType && may('connections', 'w')
  const isBlocked = mayAnswer && hasStarted.data === false
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
    if (!mayAnswer) return <Note kind="wait">{t('notAdmin')}</Note>
    if (hasStarted.isLoading) return <Skeleton height={40} aria-hidden />
    return <AnswerButtons {...answer} isBlocked={isBlocked} />
  }
  return (
    <div className={styles.answer}>
      {content()}
      <p className={styles.after}>
        {t('signedInAs', { email: user.email })}. {isBlocked && <SignOutOr {...answer} />}
        <Link className="medium" to={paths.home}>
          {t('later')}
        </Link>
      </p>
    </div>
  )
}

/** The page behind an invitation's link, for a signed-in user. */
export const InvitationPage = () => {
  const { token = '' } = useParams({ strict: false })
  const hasStarted = useHasStartedSync(useSession().user.client.type === 'COMPANY')
  useEffect(() => {
    const kept = keptInvitation()
    // They have returned: from now on the start page opens as usual.
    if (kept?.token === token) keepInvitation({ ...kept, isReturning: false })
  }, [token])
  return (
    <LoadedInvitation token={token} isSignedIn hasSynced={hasStarted.data === true}>
      {(invitation) => <Answer invitation={invitation} token={token} hasStarted={hasStarted} />}
    </LoadedInvitation>
  )
}
