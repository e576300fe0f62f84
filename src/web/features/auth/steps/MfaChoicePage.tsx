import { IconDeviceMobile, IconMail, IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../machine/use-answer.ts'
import { Choices } from './Choices.tsx'
import { StepPage } from './StepPage.tsx'
import { UnknownStepPage } from './UnknownStepPage.tsx'
import { useStep } from './use-step.ts'

const icons = { SMS: IconMessage2, TOTP: IconDeviceMobile, EMAIL: IconMail }
const order = ['TOTP', 'EMAIL', 'SMS'] as const

/** The choice of a two-step method, to use now or to set up. */
export const MfaChoicePage = ({ texts }: { texts: 'mfaSelection' | 'mfaSetupSelection' }) => {
  const { t } = useTranslation('steps')
  const { t: gate } = useTranslation()
  const { details } = useStep()
  const answer = useAnswer()
  const types = order.filter((type) => details.mfaTypes?.includes(type))
  if (types.length === 0) return <UnknownStepPage reason={gate('identity.noMfa')} />
  const choices = types.map((value) => ({
    value,
    Icon: icons[value],
    title: t(`${texts}.${value}.title`),
    text: t(`${texts}.${value}.text`),
  }))
  return (
    <StepPage title={t(`${texts}.title`)} text={t(`${texts}.text`)}>
      <Choices choices={choices} onChoose={(value) => answer(value)} />
    </StepPage>
  )
}
