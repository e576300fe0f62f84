import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoints, type EndpointList } from '#web/data/webhooks/endpoints.ts'
import { useProperties, useSetAside } from '#web/data/webhooks/properties.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { webhookMessages } from '#web/messages/en-webhooks.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import pageButton from '#web/ui/page/page-button.module.css'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DeliveriesPanel } from './deliveries/DeliveriesPanel.tsx'
import { AddEndpointDialog } from './endpoint/AddEndpointDialog.tsx'
import { EndpointPanel } from './endpoint/EndpointPanel.tsx'
import type { MadeAddress } from './endpoint/made-address.ts'
import { PropertiesPanel } from './properties/PropertiesPanel.tsx'
import { UsagePanel } from './usage/UsagePanel.tsx'
import { webhooksSearch, type WebhooksSearch } from './webhooks-search.ts'
import styles from './webhooks.module.css'

addTranslations('webhooks', webhookMessages)

interface EndpointsProps {
  list: EndpointList
  search: WebhooksSearch
  /** The address of a key that was made since the page opened. */
  made: MadeAddress | undefined
  onChoose: (id: string) => void
  onMade: (made: MadeAddress | undefined) => void
  onAdd: () => void
}

const NoEndpoint = ({ onAdd }: Pick<EndpointsProps, 'onAdd'>) => {
  const { t } = useTranslation('webhooks')
  const mayChange = useMay()('webhooks', 'w')
  return (
    <Panel flush>
      <EmptyState
        icon={<IconWebhook size={22} stroke={1.75} />}
        title={t('none.title')}
        text={mayChange ? t('none.text') : `${t('none.text')} ${t('none.viewOnly')}`}
        actions={mayChange && <Button onClick={onAdd}>{t('add')}</Button>}
      />
    </Panel>
  )
}

const Endpoints = ({ list, search, made, onChoose, onMade, onAdd }: EndpointsProps) => {
  const { items, base_url: base } = list
  const chosen = items.find(({ id }) => id === search.endpoint) ?? items[0]
  if (!chosen) return <NoEndpoint onAdd={onAdd} />
  return (
    <div className={styles.top}>
      <EndpointPanel
        key={chosen.id}
        endpoint={chosen}
        endpoints={items}
        base={base}
        made={made?.id === chosen.id ? made.url : undefined}
        onChoose={onChoose}
        onMade={onMade}
      />
      <UsagePanel endpoints={items} />
    </div>
  )
}

const PageSkeleton = () => (
  <div className={styles.page} aria-hidden>
    <div className={styles.top}>
      <Skeleton height={472} radius="md" />
      <Skeleton height={472} radius="md" />
    </div>
    <Skeleton height={400} radius="md" />
  </div>
)

const AddButton = ({ onAdd }: Pick<EndpointsProps, 'onAdd'>) => {
  const { t } = useTranslation('webhooks')
  return (
    <PageActions>
      <Button
        className={pageButton.button ?? ''}
        variant="default"
        aria-label={t('add')}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onAdd}
      >
        <span className="from-tablet">{t('add')}</span>
      </Button>
    </PageActions>
  )
}

/** What is above other panels appears together with them, so that none of them moves. A retry later is its panel's own affair. */
const useIsReady = (queries: readonly { isPending: boolean }[]): boolean => {
  const [wasReady, setWasReady] = useState(false)
  const isReady = wasReady || queries.every(({ isPending }) => !isPending)
  if (isReady && !wasReady) setWasReady(true)
  return isReady
}

const Failed = ({ query }: { query: ReturnType<typeof useEndpoints> }) => (
  <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
)

/** Where an agency receives leads from anywhere, what they may carry, and what became of them. */
export const WebhooksPage = () => {
  const mayChange = useMay()('webhooks', 'w')
  const endpoints = useEndpoints()
  const isReady = useIsReady([endpoints, useProperties(), useSetAside()])
  const address = useAddress(webhooksSearch)
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<MadeAddress>()
  const choose = (endpoint: string) => address.change({ endpoint })
  const add = () => setIsAdding(true)
  const show = (added: MadeAddress) => {
    setMade(added)
    choose(added.id)
  }
  if (!isReady) return <PageSkeleton />
  const list = endpoints.data
  const hasEndpoints = list !== undefined && list.items.length > 0
  return (
    <div className={styles.page}>
      {mayChange && hasEndpoints && <AddButton onAdd={add} />}
      {list ? (
        <Endpoints list={list} search={address.search} made={made} onChoose={choose} onMade={setMade} onAdd={add} />
      ) : (
        <Failed query={endpoints} />
      )}
      <PropertiesPanel />
      {(hasEndpoints || !list) && <DeliveriesPanel address={address} />}
      {isAdding && list && <AddEndpointDialog list={list} onAdded={show} onClose={() => setIsAdding(false)} />}
    </div>
  )
}
