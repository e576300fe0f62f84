import { useDocumentTitle } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'

const neverChanges = () => () => undefined
const findPlace = () => document.getElementById('page-title')

/** What an inner page is about, in the header behind the page that it belongs to. */
export const PageTitle = ({ title }: { title: string }) => {
  const { t } = useTranslation('gate')
  useDocumentTitle(`${title} · ${t('product')}`)
  const place = useSyncExternalStore(neverChanges, findPlace)
  return place && createPortal(title, place)
}
