import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLinkOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { signInAddress } from '#contract/kit/pages.ts'
import { forgetInvitation, keptInvitation } from '#web/lib/kept-invitation.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { InvitationLayout } from './InvitationLayout.tsx'

/** The link has expired, or the invitation was answered, canceled or sent again. */
export const InvalidInvitation = ({ token, isSignedIn }: { token: string; isSignedIn: boolean }) => {
  const { t } = useTranslation(['invitation', 'gate'])
  useDocumentTitle(`${t('invalid.title')} · ${t('gate:product')}`)
  useEffect(() => {
    if (keptInvitation()?.token === token) forgetInvitation()
  }, [token])
  return (
    <InvitationLayout>
      <EmptyState
        heading="h1"
        icon={<IconLinkOff size={22} stroke={1.75} />}
        title={t('invalid.title')}
        text={t('invalid.text')}
        actions={
          <Button component="a" size="lg" variant="default" href={isSignedIn ? paths.home : signInAddress}>
            {t(isSignedIn ? 'invalid.home' : 'invalid.signIn')}
          </Button>
        }
      />
    </InvitationLayout>
  )
}
