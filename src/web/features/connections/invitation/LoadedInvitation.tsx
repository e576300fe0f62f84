import { Skeleton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isInvalidInvitation, useInvitation } from '#web/data/connections.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { InvalidInvitation } from './InvalidInvitation.tsx'
import { RulePicture } from '#web/ui/invitation/RulePicture.tsx'
import { InvitationLayout } from './InvitationLayout.tsx'
import { InvitationText, type Invitation, type InvitationTextProps } from './InvitationText.tsx'

const Filled = ({ children, ...props }: InvitationTextProps & { children: ReactNode }) => {
  const { t } = useTranslation(['invitation', 'gate'])
  const { invitation } = props
  const { inviterName: name, inviterType: type } = invitation
  useDocumentTitle(`${t(`${type}.title`, { name })} · ${t('gate:product')}`)
  return (
    <InvitationLayout picture={<RulePicture invitation={invitation} />}>
      <InvitationText {...props} />
      {children}
    </InvitationLayout>
  )
}

const InvitationSkeleton = () => (
  <div aria-hidden>
    <Skeleton height={40} mb={16} />
    <Skeleton height={64} mb={24} />
    <Skeleton height={360} radius="md" />
  </div>
)

interface LoadedInvitationProps {
  token: string
  isSignedIn: boolean
  hasSynced?: boolean
  /** How this visitor can answer. */
  children: (invitation: Invitation) => ReactNode
}

export const LoadedInvitation = ({ token, isSignedIn, hasSynced = false, children }: LoadedInvitationProps) => {
  const query = useInvitation(token)
  if (isInvalidInvitation(query.error)) return <InvalidInvitation token={token} isSignedIn={isSignedIn} />
  if (query.data)
    return (
      <Filled invitation={query.data} hasAccount={isSignedIn} hasSynced={hasSynced}>
        {children(query.data)}
      </Filled>
    )
  return (
    <InvitationLayout>
      <Loaded query={query} skeleton={<InvitationSkeleton />}>
        {() => null}
      </Loaded>
    </InvitationLayout>
  )
}
