import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { paths } from '#web/paths.ts'
import { BackLink } from '#web/ui/page/BackLink.tsx'
import { PageHeading } from '#web/ui/page/PageHeading.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Logo } from '../Logo.tsx'
import { SourceBadge } from '../SourceBadge.tsx'
import { accountOf } from '../words.ts'
import { NextRun } from '../cards/NextRun.tsx'
import { isRunning } from '../progress/run-state.ts'
import { RunBrief, RunSummary } from '../progress/RunSummary.tsx'
import styles from './source.module.css'
import { useState } from 'react'
import { titleOf } from '#contract/integrations/sources.ts'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import type { Question } from '../cards/question.ts'
import { useSourceMenu } from '../cards/use-source-menu.tsx'
import { Questions } from '../dialogs/Questions.tsx'

/** The menu of the card, on the source's page. */
const SourceMenu = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const [question, setQuestion] = useState<Question | null>(null)
  const actions = useSourceMenu(source, setQuestion, 'page')
  return (
    <>
      <div className={styles.menu}>
        <RowMenu label={t('card.more', { name: titleOf(source) })} actions={actions} />
      </div>
      <Questions question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

// Badge and menu use the texts of the card.
addTranslations('syncs', syncMessages)

/** The progress of the running sync, or the time of the next one. */
const RunFact = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation(['source', 'app'])
  if (isRunning(integration)) {
    return (
      <div className={styles.run}>
        <dt>{t('facts.thisRun')}</dt>
        <dd>
          <RunBrief source={integration} />
        </dd>
      </div>
    )
  }
  return (
    <div className={styles.run}>
      <dt>{t('facts.nextRun')}</dt>
      <dd>{integration.status === 'active' ? <NextRun source={integration} /> : t('app:noValue')}</dd>
    </div>
  )
}

const Facts = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const { abilities, contacts, opportunities, last_success_at: lastSuccess } = integration
  return (
    <dl className={styles.facts}>
      {abilities.includes('contacts') && (
        <>
          <div>
            <dt>{t('facts.contacts')}</dt>
            <dd className="numeric">{formatNumber(contacts)}</dd>
          </div>
          <div>
            <dt>{t('facts.opportunities')}</dt>
            <dd className="numeric">{formatNumber(opportunities)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>{t('facts.lastSuccess')}</dt>
        <dd>{lastSuccess ? <RelativeTime instant={lastSuccess} /> : t('facts.never')}</dd>
      </div>
      <RunFact integration={integration} />
    </dl>
  )
}

/** The name and state of the source. */
export const SourceHead = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation('source')
  const { vendor: provider } = integration
  const about = [integration.name === provider ? null : provider, accountOf(integration)].filter(Boolean).join(' · ')
  return (
    <header className={styles.head}>
      <BackLink to={paths.integrations}>{t('back')}</BackLink>
      <PageHeading
        className={styles.who ?? ''}
        mark={<Logo type={integration.type} name={provider} size={40} />}
        title={integration.name}
        badge={<SourceBadge source={integration} />}
        text={about}
      />
      <Facts integration={integration} />
      <SourceMenu source={integration} />
      {isRunning(integration) && <RunSummary source={integration} />}
    </header>
  )
}
