import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import type { Integration } from '#contract/integrations.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { isOpen } from '../progress/run-state.ts'
import { useCounts } from '../words.ts'
import { AttributeId } from './AttributeId.tsx'
import { LastRun } from './LastRun.tsx'
import { NextRun } from './NextRun.tsx'
import styles from './SourceCard.module.css'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={exactTime(instant)}>
    {shortDayOf(instant)}
  </time>
)

/** Ads bring what was spent, not people: there is nothing to count here. */
const Held = ({ name, source: { category, contacts, opportunities } }: { name: string; source: Integration }) => {
  const { t } = useTranslation('syncs')
  const counts = useCounts()({ contacts, opportunities })
  return category === 'social' ? null : <Fact name={name}>{counts || t('counts.nothing')}</Fact>
}

/** Whose access it is: a manager of ad accounts, or whoever signed in. The account itself stands in the head. */
const Access = ({ source: { account, manager_account: manager, category, needs } }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const who = needs === 'ad_account' ? account : manager
  if (!who) return null
  return (
    <Fact name={t(category === 'social' && !needs ? 'card.manager' : 'card.signedIn')}>
      <span className={styles.value} title={who}>
        {who}
      </span>
    </Fact>
  )
}

const StoppedFacts = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const { status_since: since, status_reason: reason, erase_at: eraseAt } = source
  return (
    <>
      <Fact name={t('card.stopped')}>
        <Day instant={since} />
        {reason && <span className={styles.more}>{reason}</span>}
      </Fact>
      <Fact name={t('card.keptUntil')}>{eraseAt ? t('card.keptValue', { day: shortDayOf(eraseAt) }) : t('card.erasing')}</Fact>
      <Held name={t('card.holds')} source={source} />
    </>
  )
}

/** What is held is counted at the end of the first run. */
const isArriving = ({ last_run: run, last_success_at: lastSuccess }: Integration): boolean => isOpen(run) && lastSuccess === null

interface CardFactsProps {
  source: Integration
  /** Why the last run failed is said elsewhere on the page. */
  isTold: boolean
}

const RunFacts = ({ source, isTold }: CardFactsProps) => {
  const { t } = useTranslation('syncs')
  return (
    <>
      <Fact name={t('card.last')}>
        <LastRun source={source} isTold={isTold} />
      </Fact>
      {source.status === 'active' && (
        <Fact name={t('card.next')}>
          <NextRun source={source} />
        </Fact>
      )}
      {!isArriving(source) && <Held name={t('card.holds')} source={source} />}
    </>
  )
}

const ConnectedFacts = ({ source, isTold }: CardFactsProps) => {
  const { t } = useTranslation('syncs')
  return (
    <>
      <Fact name={t('card.attribute')}>
        <AttributeId source={source} />
      </Fact>
      {!source.needs && <RunFacts source={source} isTold={isTold} />}
    </>
  )
}

export const CardFacts = ({ source, isTold }: CardFactsProps) => (
  <dl className={styles.facts}>
    <Access source={source} />
    {source.status === 'disconnected' ? <StoppedFacts source={source} /> : <ConnectedFacts source={source} isTold={isTold} />}
  </dl>
)
