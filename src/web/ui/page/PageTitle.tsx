import { useDocumentTitle } from '@mantine/hooks'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './PageTitle.module.css'

const neverChanges = () => () => undefined
const findTarget = () => document.getElementById('page-title')

interface PageTitleProps {
  title: string
  /** The detail page that it belongs to. */
  above?: Pick<LinkProps, 'to' | 'params'> & { title: string }
}

const Above = ({ title, ...target }: NonNullable<PageTitleProps['above']>) => (
  <span className={`from-tablet ${styles.above}`}>
    <Link {...target}>{title}</Link>
    <span aria-hidden>/</span>
  </span>
)

/** The title of a detail page, shown in the header after the pages that it belongs to. */
export const PageTitle = ({ title, above }: PageTitleProps) => {
  const { t } = useTranslation('gate')
  useDocumentTitle([title, above?.title, t('product')].filter((part) => part !== undefined).join(' · '))
  const target = useSyncExternalStore(neverChanges, findTarget)
  return (
    target &&
    createPortal(
      <>
        {above && <Above {...above} />}
        {title}
      </>,
      target,
    )
  )
}
