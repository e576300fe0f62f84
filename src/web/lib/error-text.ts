import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'

/** What to tell the person: the server's sentence, or ours when the server never spoke. */
export const useErrorText = () => {
  const { t } = useTranslation()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return t('errors.unknown')
    switch (error.code) {
      case 'TIMEOUT':
      case 'NETWORK':
      case 'TOO_MANY_REDIRECTS':
      case 'BAD_ANSWER':
        return t(`errors.${error.code}`)
      default:
        return error.detail || t('errors.unknown')
    }
  }
}
