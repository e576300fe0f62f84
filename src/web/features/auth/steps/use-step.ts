import { useTranslation } from 'react-i18next'
import { useAuth } from '../machine/auth-context.ts'
import { explainFailure } from '../failures.ts'
import type { StepDetails } from '../machine/sign-in-steps.ts'

/** The details of the step, and a function that explains a failure. */
export const useStep = () => {
  const { t } = useTranslation()
  const { state } = useAuth()
  const details: StepDetails = state.pending?.details ?? {}
  const explain = (error: unknown) => explainFailure(t, error, t('failures.signIn'))
  return { email: state.email, details, isRepeated: state.pending?.isRepeated ?? false, explain }
}
