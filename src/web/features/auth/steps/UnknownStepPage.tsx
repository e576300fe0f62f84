import { useTranslation } from 'react-i18next'
import { StepPage } from './StepPage.tsx'

/** Nothing on this screen could answer the step. */
export const UnknownStepPage = () => {
  const { t } = useTranslation('steps')
  return <StepPage title={t('nothing.title')} text={t('nothing.text')} />
}
