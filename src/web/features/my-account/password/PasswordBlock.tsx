import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Block } from '../Block.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { useOpenedByButton } from '../use-opened-by-button.ts'

export const PasswordBlock = () => {
  const { t } = useTranslation('account')
  const { isOpen, button, open, close } = useOpenedByButton()
  return (
    <Block
      title={t('password.title')}
      text={t('password.text')}
      action={
        !isOpen && (
          <Button ref={button} variant="default" onClick={open}>
            {t('password.change')}
          </Button>
        )
      }
    >
      {isOpen && <PasswordForm onDone={close} onCancel={close} />}
    </Block>
  )
}
