import { IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationHere } from '#web/lib/kept-invitation.ts'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './AuthLayout.module.css'
import { ProductPicture } from './ProductPicture.tsx'

/** Decoration: if it cannot be loaded, the usual picture is enough. */
const RulePicture = lazy(() =>
  import('#web/ui/invitation/RulePicture.tsx').then(
    ({ RulePicture: Loaded }) => ({ default: Loaded }),
    () => ({ default: ProductPicture }),
  ),
)

/** Who follows an invitation keeps its picture until they are signed in. */
const Picture = () => {
  const [invitation] = useState(invitationHere)
  if (!invitation) return <ProductPicture />
  return (
    <Suspense>
      <RulePicture invitation={invitation} />
    </Suspense>
  )
}

interface AuthLayoutProps {
  title: string
  text?: ReactNode
  /** The email address of the user, once a sign-in has begun. */
  who?: string
  wide?: boolean
  children: ReactNode
}

/** Focuses the first field on devices with a keyboard; on a phone the on-screen keyboard would cover the screen. */
const firstField = (content: HTMLElement) => {
  if (!matchMedia('(pointer: fine)').matches) return undefined
  const fields = [...content.querySelectorAll('input')].filter(({ type, tabIndex }) => type !== 'checkbox' && tabIndex >= 0)
  return fields.find(({ value }) => value === '') ?? fields[0]
}

/** The button that led here no longer exists, so the focus moves to the first field, else to the heading. */
const useFirstFocus = () => {
  const content = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!content.current) return
    const target = firstField(content.current) ?? content.current.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [])
  return content
}

const UserEmail = ({ email }: { email: string }) => {
  const { t } = useTranslation()
  return (
    <p className={styles.user}>
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
          {who && <UserEmail email={who} />}
          {children}
        </main>
        <footer className={styles.foot}>
          <a href={paths.terms}>{t('terms')}</a>
          <span className="grow" />
          <span>{t('language')}</span>
        </footer>
      </div>
      <Picture />
    </div>
  )
}
