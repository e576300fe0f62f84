import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveAccount } from '#web/data/account/security.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Block } from './Block.tsx'

/** For all users except the owner, who has to transfer or close the account, and staff, whom another staff user removes. */
export const LeaveBlock = () => {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const leave = useLeaveAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  if (user.isOwner || user.isStaff) return null
  const words = { account: user.client.name }
  return (
    <Block
      title={t('leave.title', words)}
      text={t('leave.text')}
      action={
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          {t('leave.action')}
        </Button>
      }
    >
      {isConfirming && (
        <ConfirmDialog
          title={t('leave.confirm.title', words)}
          text={t('leave.confirm.text')}
          action={t('leave.action')}
          onConfirm={() => leave.mutateAsync()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Block>
  )
}
