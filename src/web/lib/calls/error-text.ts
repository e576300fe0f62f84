import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'
import { identityWords, refusalWords } from '../identity/errors/identity-words.ts'

/** The message for the user: the server's own, ours for refusals of the identity provider, or a generic one. */
export const useErrorText = () => {
  const { t } = useTranslation()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) {
      const words = identityWords(error)
      return words ? t(words) : refusalWords(t, error) || t('errors.unknown')
    }
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
