import { IconFingerprint, IconLock, IconMail, IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { supportsPasskeys } from '#web/lib/identity/passkeys.ts'
import { inPasskeyWords } from '../passkeys.ts'
import type { FirstFactor } from '../machine/sign-in-steps.ts'
import { useAnswer } from '../machine/use-answer.ts'
import { Choices } from './Choices.tsx'
import { StepPage } from './StepPage.tsx'
import { UnknownStepPage } from './UnknownStepPage.tsx'
import { useStep } from './use-step.ts'

const looks = {
  PASSWORD_SRP: { Icon: IconLock, texts: 'PASSWORD' },
  PASSWORD: { Icon: IconLock, texts: 'PASSWORD' },
  WEB_AUTHN: { Icon: IconFingerprint, texts: 'WEB_AUTHN' },
  EMAIL_OTP: { Icon: IconMail, texts: 'EMAIL_OTP' },
  SMS_OTP: { Icon: IconMessage2, texts: 'SMS_OTP' },
} as const

const useChoose = () => {
  const answer = useAnswer()
  return (factor: FirstFactor) => {
    if (factor === 'WEB_AUTHN') return inPasskeyWords(answer(factor))
    return answer(factor, { isFirstFactor: factor === 'EMAIL_OTP' || factor === 'SMS_OTP' })
  }
}

export const FirstFactorPage = () => {
  const { t } = useTranslation('steps')
  const { details } = useStep()
  const choose = useChoose()
  const factors = (details.factors ?? []).filter((factor) => factor !== 'WEB_AUTHN' || supportsPasskeys())
  if (factors.length === 0) return <UnknownStepPage />
  const choices = factors.map((value) => {
    const { Icon, texts } = looks[value]
    return { value, Icon, title: t(`firstFactor.${texts}.title`), text: t(`firstFactor.${texts}.text`) }
  })
  return (
    <StepPage title={t('firstFactor.title')}>
      <Choices choices={choices} onChoose={choose} />
    </StepPage>
  )
}
