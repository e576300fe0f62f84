import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

/** What the browser's tab says. */
export const useScreenTitle = (title: string) => {
  const { t } = useTranslation()
  useDocumentTitle(`${title} · ${t('product')}`)
}
