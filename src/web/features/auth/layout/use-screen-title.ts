import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

/** Sets the title of the browser's tab. */
export const useScreenTitle = (title: string) => {
  const { t } = useTranslation()
  useDocumentTitle(`${title} · ${t('product')}`)
}
