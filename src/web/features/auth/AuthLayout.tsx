import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './AuthLayout.module.css'
import { ProductPicture } from './ProductPicture.tsx'

interface AuthLayoutProps {
  title: string
  text?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** Where a keyboard is at hand, typing can start at once; on a phone it would cover the screen. */
const firstEmptyField = (content: HTMLElement) =>
  matchMedia('(pointer: fine)').matches
    ? [...content.querySelectorAll('input')].find((field) => field.value === '' && field.type !== 'checkbox')
    : undefined

/** The button that led here is gone, so the focus moves to the first thing to fill in, else to the heading. */
const useFirstFocus = () => {
  const content = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!content.current) return
    const target = firstEmptyField(content.current) ?? content.current.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [])
  return content
}

export const AuthLayout = ({ title, text, wide = false, children }: AuthLayoutProps) => {
  const { t } = useTranslation()
  const content = useFirstFocus()
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Mark size={28} />
          <span>{t('product')}</span>
        </header>
        <main ref={content} className={styles.content} data-wide={wide || undefined}>
          <h1 tabIndex={-1}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
          {children}
        </main>
        <footer className={styles.foot}>
          <a href={paths.terms}>{t('terms')}</a>
          <a href={paths.apiReference}>{t('apiReference')}</a>
          <span className="grow" />
          <span>{t('language')}</span>
        </footer>
      </div>
      <ProductPicture />
    </div>
  )
}
