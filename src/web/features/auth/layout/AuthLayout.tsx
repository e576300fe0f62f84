import { IconUser } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './AuthLayout.module.css'
import { ProductPicture } from './ProductPicture.tsx'

interface AuthLayoutProps {
  title: string
  text?: ReactNode
  /** Whom the screen concerns, where a sign-in has begun. */
  who?: string
  wide?: boolean
  children: ReactNode
}

/** Where a keyboard is at hand, typing can start at once; on a phone it would cover the screen. */
const firstField = (content: HTMLElement) => {
  if (!matchMedia('(pointer: fine)').matches) return undefined
  const fields = [...content.querySelectorAll('input')].filter(({ type, tabIndex }) => type !== 'checkbox' && tabIndex >= 0)
  return fields.find(({ value }) => value === '') ?? fields[0]
}

/** The button that led here is gone, so the focus moves to the first thing to fill in, else to the heading. */
const useFirstFocus = () => {
  const content = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!content.current) return
    const target = firstField(content.current) ?? content.current.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [])
  return content
}

const Person = ({ email }: { email: string }) => {
  const { t } = useTranslation()
  return (
    <p className={styles.person}>
      <IconUser size={15} stroke={1.75} aria-hidden />
      <span className="visually-hidden">{t('signingInAs')} </span>
      <span className="truncate">{email}</span>
    </p>
  )
}

export const AuthLayout = ({ title, text, who, wide = false, children }: AuthLayoutProps) => {
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
          {who && <Person email={who} />}
          {children}
        </main>
        <footer className={styles.foot}>
          <a href={paths.terms}>{t('terms')}</a>
          <span className="grow" />
          <span>{t('language')}</span>
        </footer>
      </div>
      <ProductPicture />
    </div>
  )
}
