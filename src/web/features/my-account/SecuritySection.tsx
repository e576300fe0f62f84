import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { DevicesBlock } from './devices/DevicesBlock.tsx'
import { EverywhereBlock } from './EverywhereBlock.tsx'
import { PasskeysBlock } from './passkeys/PasskeysBlock.tsx'
import { ProveAgain } from './ProveAgain.tsx'
import { SectionHead } from './SectionHead.tsx'
import { TwoStepBlock } from './two-step/TwoStepBlock.tsx'
import { Button } from '@mantine/core'
import { Block } from './Block.tsx'
import { PasswordForm } from './password/PasswordForm.tsx'
import { useOpenedByButton } from './use-opened-by-button.ts'

const PasswordBlock = () => {
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

/** How and where the user signs in, as far as the identity provider supports it. */
export const SecuritySection = () => {
  const { t } = useTranslation('account')
  const id = useId()
  const { features } = config().identity
  const hasTwoSteps = features.includes('totp') || features.includes('emailMfa')
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={t('security.title')} text={t('security.text')} />
      <PasswordBlock />
      {hasTwoSteps && <TwoStepBlock />}
      {features.includes('passkeys') && <PasskeysBlock />}
      {features.includes('devices') && <DevicesBlock />}
      <EverywhereBlock />
      <ProveAgain />
    </section>
  )
}
