import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'

interface TermsFieldProps {
  accepted: boolean
  error: string | undefined
  onAccept: (accepted: boolean) => void
}

export const TermsField = ({ accepted, error, onAccept }: TermsFieldProps) => {
  const { t } = useTranslation()
  const label = (
    <>
      {t('fields.acceptTerms')}{' '}
      <a href={paths.terms} target="_blank" rel="noreferrer" aria-label={`${t('fields.termsLink')}, ${t('fields.opensNewTab')}`}>
        {t('fields.termsLink')}
      </a>
    </>
  )
  return (
    <Checkbox
      name="terms"
      size="sm"
      checked={accepted}
      error={error}
      aria-invalid={Boolean(error)}
      label={label}
      onChange={(event) => onAccept(event.currentTarget.checked)}
    />
  )
}
