import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '#web/lib/config.ts'
import { DevicesBlock } from './devices/DevicesBlock.tsx'
import { EverywhereBlock } from './EverywhereBlock.tsx'
import { PasskeysBlock } from './passkeys/PasskeysBlock.tsx'
import { PasswordBlock } from './password/PasswordBlock.tsx'
import { ProveAgain } from './ProveAgain.tsx'
import { SectionHead } from './SectionHead.tsx'
import { TwoStepBlock } from './two-step/TwoStepBlock.tsx'

/** How the person signs in and where they are signed in, as far as the identity provider offers it. */
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
