import { useTranslation } from 'react-i18next'
import { AuthLayout } from '../AuthLayout.tsx'
import { BackToSignIn } from '../BackToSignIn.tsx'

export const OtherStepPage = () => {
  const { t } = useTranslation()
  return (
    <AuthLayout title={t('otherStep.title')} text={t('otherStep.text')}>
      <BackToSignIn />
    </AuthLayout>
  )
}
