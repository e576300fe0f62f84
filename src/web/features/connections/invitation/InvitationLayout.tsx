import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './InvitationLayout.module.css'

interface InvitationLayoutProps {
  picture?: ReactNode
  children: ReactNode
}

/** Like the sign-in screens, which follow it. */
export const InvitationLayout = ({ picture, children }: InvitationLayoutProps) => {
  const { t } = useTranslation('gate')
  const content = useRef<HTMLElement>(null)
  // A visitor who returns from another screen of the sign-in starts at the heading.
  useEffect(() => content.current?.querySelector('h1')?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.layout} data-split={picture ? true : undefined}>
      <div className={styles.side}>
        <header>
          <a className={styles.brand} href={paths.home}>
            <Mark size={28} />
            <span>{t('product')}</span>
          </a>
        </header>
        <main ref={content} id="content" className={styles.content}>
          {children}
        </main>
        <footer className={styles.foot}>
          <a href={paths.terms}>{t('terms')}</a>
          <span className="grow" />
          <span>{t('language')}</span>
        </footer>
      </div>
      {picture}
    </div>
  )
}
