import { useDocumentTitle } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'

const neverChanges = () => () => undefined
const findTarget = () => document.getElementById('page-title')

/** The title of a detail page, shown in the header after the page that it belongs to. */
export const PageTitle = ({ title }: { title: string }) => {
  const { t } = useTranslation('gate')
  useDocumentTitle(`${title} · ${t('product')}`)
  const target = useSyncExternalStore(neverChanges, findTarget)
  return target && createPortal(title, target)
}
