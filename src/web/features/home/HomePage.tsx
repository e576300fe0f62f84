import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { useOnboarding } from '#web/data/account/onboarding.ts'
import { useOpenedInvitation, useReceived } from '#web/data/connections/received.ts'
import { useStages } from '#web/data/syncs/stages.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { homeMessages } from '#web/messages/en-home.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { failureOf } from '#web/ui/loading/failed-queries.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { Checklist } from './checklist/Checklist.tsx'
import { stepsOf } from './checklist/steps.ts'
import styles from './HomePage.module.css'
import { Invitations } from './Invitations.tsx'
import { RecentActivity, useNewestEvents } from './RecentActivity.tsx'
import { Attention } from './sources/Attention.tsx'
import { Figures } from './sources/Figures.tsx'
import { Sources } from './sources/Sources.tsx'
import { summaryOf } from './sources/source-state.ts'
import { Stages } from './Stages.tsx'

addTranslations('home', homeMessages)

const partOfDay = (): 'morning' | 'afternoon' | 'evening' => {
  const hour = new Date().getHours()
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

const Greeting = () => {
  const { t } = useTranslation('home')
  const { user } = useSession()
  const [part] = useState(partOfDay)
  return (
    <div className={styles.greeting}>
      <h2>{t(`greetings.${part}`, { name: user.name })}</h2>
      <p className="dim">{t('intro', { account: user.client.name })}</p>
    </div>
  )
}

const Waiting = () => {
  const { t } = useTranslation('home')
  return (
    <div className={styles.columns}>
      <Panel flush title={t('sources.title')}>
        <SkeletonRows rows={8} height={58} />
      </Panel>
      <Panel flush title={t('feed.title')}>
        <SkeletonRows rows={5} height={54} />
      </Panel>
    </div>
  )
}

/** All queries of the page: a panel with its own query would fetch again what has just failed. */
const useQueries = () => ({
  integrations: useIntegrations(),
  onboarding: useOnboarding(),
  events: useNewestEvents(),
  stages: useStages(),
  received: useReceived(),
})

type Queries = ReturnType<typeof useQueries>
type Query = Queries['integrations' | 'onboarding']

const Missing = ({ title, query }: { title: string; query: Query }) => (
  <Panel flush title={title}>
    {query.isError ? (
      <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={3} height={58} />
    )}
  </Panel>
)

/** The open steps come first; once all are done, the sources do. */
const Work = ({ integrations, onboarding }: Pick<Queries, 'integrations' | 'onboarding'>) => {
  const { t } = useTranslation('home')
  const { user } = useSession()
  const items = integrations.data?.items
  const steps = onboarding.data && stepsOf(onboarding.data.steps)
  const kind = user.client.type === 'AGENCY' ? 'agency' : 'company'
  const isDone = steps?.every(({ state }) => state === 'done') ?? false
  const checklist = steps ? (
    <Checklist key="checklist" steps={steps} kind={kind} source={items?.[0]} />
  ) : (
    <Missing key="checklist" title={t('checklist.title')} query={onboarding} />
  )
  const sources = items ? (
    <Sources key="sources" sources={items} />
  ) : (
    <Missing key="sources" title={t('sources.title')} query={integrations} />
  )
  return <div className="stack">{isDone ? [sources, checklist] : [checklist, sources]}</div>
}

/** Renders all panels together, so that nothing moves when a later reply comes. A refetch shows its state in its own panel. */
const useIsDrawn = (queries: Queries): boolean => {
  const isPending = Object.values(queries).some((query) => query.isPending)
  const [isDrawn, setIsDrawn] = useState(!isPending)
  if (!isPending && !isDrawn) setIsDrawn(true)
  return isDrawn || !isPending
}

export const HomePage = () => {
  const queries = useQueries()
  const { opened } = useOpenedInvitation()
  const received = queries.received.data?.items ?? []
  const items = queries.integrations.data?.items ?? []
  const isDrawn = useIsDrawn(queries)
  const failure = failureOf(Object.values(queries))
  if (failure) {
    return (
      <>
        <Greeting />
        <LoadFailed {...failure} />
      </>
    )
  }
  if (!isDrawn) {
    return (
      <>
        <Greeting />
        <Waiting />
      </>
    )
  }
  return (
    <>
      <Greeting />
      <Invitations invitations={[...(opened ? [opened] : []), ...received.filter(({ state }) => state === 'INVITED')]} />
      <Attention sources={items} />
      {items.length > 0 && <Figures summary={summaryOf(items)} />}
      <div className={styles.columns}>
        <Work {...queries} />
        <div className="stack">
          <RecentActivity query={queries.events} />
          <Stages query={queries.stages} />
        </div>
      </div>
    </>
  )
}
