import { Button, Skeleton } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { useProgressPolling } from '#web/data/integrations/integration-status.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { sourceMessages } from '#web/messages/en-source.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { SyncNow } from '../SyncNow.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { sourceSearch } from './source-search.ts'
import { tabsOf } from './source-tabs.ts'
import styles from './source.module.css'
import { SourceHead } from './SourceHead.tsx'
import { SourceView } from './SourceView.tsx'
import { useSeesContacts } from './use-sees-contacts.ts'

addTranslations('source', sourceMessages)

const Source = ({ integration }: { integration: Integration }) => {
  const may = useMay()
  const tabs = tabsOf(integration, { readsContacts: useSeesContacts(), changes: may('integrations', 'w') })
  return (
    <div className={styles.source}>
      <PageTitle title={titleOf(integration)} />
      {integration.status === 'active' && integration.needs === null && (
        <PageActions>
          <SyncNow source={integration} at="page" />
        </PageActions>
      )}
      <SourceHead integration={integration} />
      <SourceView integration={integration} tabs={tabs} />
    </div>
  )
}

/** The sheet of a ghost company has its page there. */
const ToGhostCompany = ({ id }: { id: string }) => {
  const { search } = useAddress(sourceSearch)
  return <Navigate to={innerPaths.ghostCompany} params={{ id }} search={search} replace />
}

const SourceSkeleton = () => (
  <div className={styles.source} aria-hidden>
    <Skeleton height={120} />
    <Skeleton height={40} />
    <Skeleton height={320} radius="md" />
  </div>
)

const Missing = ({ onRefetch }: { onRefetch: () => void }) => {
  const { t } = useTranslation('source')
  return (
    <Panel flush>
      <PageTitle title={t('missing.title')} />
      <EmptyState
        icon={<IconPlugConnected size={22} stroke={1.75} />}
        title={t('missing.title')}
        text={t('missing.text')}
        actions={
          <>
            <Button variant="default" onClick={onRefetch}>
              {t('missing.again')}
            </Button>
            <Button component={Link} to={paths.integrations}>
              {t('missing.action')}
            </Button>
          </>
        }
      />
    </Panel>
  )
}

/** One source: its runs, skipped rows, counts, mapping, and its contacts or spend. */
export const SourcePage = () => {
  const { id } = useParams({ strict: false })
  const query = useIntegrations()
  useProgressPolling(query.data?.items)
  return (
    <Loaded query={query} skeleton={<SourceSkeleton />}>
      {({ items }) => {
        const integration = items.find((item) => item.id === id)
        if (integration?.ghost_company_id) return <ToGhostCompany id={integration.ghost_company_id} />
        if (integration) return <Source key={integration.id} integration={integration} />
        return query.isFetching ? <SourceSkeleton /> : <Missing onRefetch={() => void query.refetch()} />
      }}
    </Loaded>
  )
}
