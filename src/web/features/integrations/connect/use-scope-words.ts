import { useTranslation } from 'react-i18next'

/** What a permission lets us do, in a sentence; one that we have no words for is called what its vendor calls it. */
export const useScopeWords = () => {
  const { t } = useTranslation('syncs')
  const known: Readonly<Record<string, string>> = t('scopes', { returnObjects: true })
  return (scope: string): string => known[scope.replaceAll(/[^a-z]+/gi, '_')] ?? scope
}
