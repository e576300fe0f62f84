import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'
import { sentenceOf } from '../identity/identity-error.ts'
import { identityWords } from '../identity/identity-words.ts'

/** What to tell the person: the server's or the identity provider's sentence, or ours when neither spoke. */
export const useErrorText = () => {
  const { t } = useTranslation()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) {
      const words = identityWords(error)
      return words ? t(words) : sentenceOf(error) || t('errors.unknown')
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
