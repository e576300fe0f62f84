import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { pageOf } from '#web/data/connections/opened.ts'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'
import styles from './HomePage.module.css'

/** Invitations that wait for an answer, at the top of the page. */
export const Invitations = ({ invitations }: { invitations: readonly Connection[] }) => {
  const { t } = useTranslation('home')
  const [first, ...others] = invitations
  if (!first) return null
  const address = others.length === 0 ? pageOf(first) : ({ to: paths.connections, search: { group: 'waiting' } } as const)
  const count = invitations.length
  return (
    <div className={styles.invitations}>
      <Note
        kind="wait"
        action={
          <Link className={`medium ${styles.open}`} {...address}>
            {t('invitations.open', { count })}
          </Link>
        }
      >
        {others.length === 0
          ? t(`invitations.${first.side}`, { name: first.name })
          : t('invitations.several', { count, n: count })}
      </Note>
    </div>
  )
}
