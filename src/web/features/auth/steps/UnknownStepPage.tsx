import { useTranslation } from 'react-i18next'
import { Note } from '#web/ui/Note.tsx'
import { StepPage } from './StepPage.tsx'

/** Shown for a step that this version cannot answer. */
export const UnknownStepPage = ({ reason }: { reason?: string }) => {
  const { t } = useTranslation('steps')
  return (
    <StepPage title={t('nothing.title')} text={t('nothing.text')}>
      {reason && <Note kind="bad">{reason}</Note>}
    </StepPage>
  )
}
