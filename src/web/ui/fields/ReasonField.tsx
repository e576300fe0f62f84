import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonMax } from '#contract/kit/text-rules.ts'

/** Why staff do something to an account; the account reads it in its audit log. */
export const ReasonField = (props: TextInputProps) => {
  const { t } = useTranslation('app')
  return <TextInput {...props} label={t('reason.label')} description={t('reason.hint')} maxLength={reasonMax} />
}
