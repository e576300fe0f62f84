import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { paths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Logo } from '../Logo.tsx'
import { SourceBadge } from '../SourceBadge.tsx'
import { figure } from './figures.ts'
import { isOpen } from '../progress/run-state.ts'
import styles from './source.module.css'
import { SourceMenu } from './SourceMenu.tsx'
import { useNow } from './use-now.ts'

// Its badge and its menu say what the card says.
addTranslations('syncs', syncMessages)

const minute = 60_000

/** When it is read next, as far as that is known. */
const NextRun = ({ integration }: { integration: Integration }) => {
  const { status, syncing, next_run_at: at, last_run: run } = integration
  const { t } = useTranslation(['source', 'app'])
  const now = useNow()
  if (status !== 'active') return t('app:noValue')
  if (isOpen(run)) return t('facts.afterwards')
  if (!syncing) return t('facts.notPlanned')
  if (at === null) return t('app:noValue')
  const minutes = Math.ceil((Date.parse(at) - now) / minute)
  if (minutes <= 1) return t('facts.soon')
  return minutes < 90 ? t('facts.minutes', { n: minutes }) : t('facts.hours', { n: Math.round(minutes / 60) })
}

const Facts = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const { category, contacts, opportunities, last_success_at: lastSuccess } = integration
  return (
    <dl className={styles.facts}>
      {category !== 'social' && (
        <>
          <div>
            <dt>{t('facts.contacts')}</dt>
            <dd className="numeric">{figure(contacts)}</dd>
          </div>
          <div>
            <dt>{t('facts.opportunities')}</dt>
            <dd className="numeric">{figure(opportunities)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>{t('facts.lastSuccess')}</dt>
        <dd>{lastSuccess ? <RelativeTime instant={lastSuccess} /> : t('facts.never')}</dd>
      </div>
      <div>
        <dt>{t('facts.nextRun')}</dt>
        <dd>
          <NextRun integration={integration} />
        </dd>
      </div>
    </dl>
  )
}

/** Which source this is, and how it is doing. */
export const SourceHead = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const provider = providerNames[integration.type]
  const about = [integration.name === provider ? null : provider, integration.account].filter(Boolean).join(' · ')
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={paths.integrations}>
        <IconArrowLeft size={15} stroke={1.75} aria-hidden />
        {t('back')}
      </Link>
      <div className={styles.who}>
        <Logo type={integration.type} size={40} />
        <div className="grow">
          <div className={styles.name}>
            <h2>{integration.name}</h2>
            <SourceBadge source={integration} />
          </div>
          {about && <p className="small dim truncate">{about}</p>}
        </div>
      </div>
      <Facts integration={integration} />
      <SourceMenu source={integration} />
    </header>
  )
}
