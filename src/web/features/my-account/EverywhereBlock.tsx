import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignOutEverywhere } from '#web/data/account/security.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Block } from './Block.tsx'

export const EverywhereBlock = () => {
  const { t } = useTranslation('account')
  const leave = useSignOutEverywhere()
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Block
      title={t('everywhere.title')}
      text={t('everywhere.text')}
      action={
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          {t('everywhere.action')}
        </Button>
      }
    >
      {isConfirming && (
        <ConfirmDialog
          title={t('everywhere.confirm.title')}
          text={t('everywhere.confirm.text')}
          action={t('everywhere.action')}
          onConfirm={() => leave.mutateAsync()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Block>
  )
}
