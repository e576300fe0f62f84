import { Button } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { holdsTokens } from '#web/lib/identity/session.ts'
import { signInAddress } from '#contract/kit/pages.ts'
import { paths } from '#web/paths.ts'
import { Mark } from '#web/ui/Mark.tsx'
import styles from './PublicLayout.module.css'

/** A slim frame without a user. The link into the product loads the whole page, because the gate runs on page load. */
export const PublicLayout = () => {
  const { t } = useTranslation(['app', 'gate'])
  const isKnown = holdsTokens()
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <header className={styles.header}>
        <div className={styles.width}>
          <a className={styles.brand} href={paths.home}>
            <Mark />
            {t('gate:product')}
          </a>
          <span className="grow" />
          <div id="page-actions" className="row" />
          <Button component="a" href={isKnown ? paths.home : signInAddress}>
            {isKnown ? t('publicPages.openProduct') : t('gate:initial.signIn')}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
