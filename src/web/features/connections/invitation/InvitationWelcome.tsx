import '@mantine/core/styles/Skeleton.layer.css'
import { Button } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountType } from '#contract/users/permissions.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { keepInvitation } from '#web/lib/kept-invitation.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { invitationMessages } from '#web/messages/en-invitation.ts'
import styles from './InvitationLayout.module.css'
import type { Invitation } from './InvitationText.tsx'
import { LoadedInvitation } from './LoadedInvitation.tsx'

addTranslations('app', appMessages)
addTranslations('invitation', invitationMessages)

interface WelcomeProps {
  token: string
  /** Opens the sign-up form for this type of account. */
  onSignUp: (accountType: AccountType) => void
  onSignIn: () => void
}

const Answer = ({ invitation, token, onSignUp, onSignIn }: WelcomeProps & { invitation: Invitation }) => {
  const { t } = useTranslation('invitation')
  const { inviterType, expiresAt } = invitation
  const leaveFor = (leave: () => void) => {
    keepInvitation({ ...invitation, token, isReturning: true })
    leave()
  }
  return (
    <div className={styles.answer}>
      <Button size="lg" fullWidth onClick={() => leaveFor(() => onSignUp(inviterType === 'AGENCY' ? 'COMPANY' : 'AGENCY'))}>
        {t(`${inviterType}.continue`)}
      </Button>
      <p className={styles.after}>
        {t('have')}{' '}
        <button type="button" className="link-button" onClick={() => leaveFor(onSignIn)}>
          {t('signIn')}
        </button>
      </p>
      <p className={styles.after}>{t('ignore', { day: dayOf(expiresAt) })}</p>
    </div>
  )
}

/** The page behind an invitation's link, for a visitor who is not signed in. */
export const InvitationWelcome = (props: WelcomeProps) => {
  const [queryClient] = useState(() => createQueryClient(() => undefined))
  return (
    <QueryClientProvider client={queryClient}>
      <LoadedInvitation token={props.token} isSignedIn={false}>
        {(invitation) => <Answer {...props} invitation={invitation} />}
      </LoadedInvitation>
    </QueryClientProvider>
  )
}
