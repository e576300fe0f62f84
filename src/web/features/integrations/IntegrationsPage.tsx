import { addTranslations } from '#web/lib/i18n.ts'
import { pageMessages } from '#web/messages/en-pages.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIntegrations } from '#web/data/integrations.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PageActions } from '#web/ui/PageActions.tsx'
import { ConnectedNote } from './ConnectedNote.tsx'
import { IntegrationCard } from './IntegrationCard.tsx'
import styles from './IntegrationsPage.module.css'
import { NoIntegrations } from './NoIntegrations.tsx'

addTranslations('pages', pageMessages)

const CardSkeletons = () => (
  <div className={styles.cards} aria-hidden>
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} height={144} radius="md" />
    ))}
  </div>
)

export const IntegrationsPage = () => {
  const { t } = useTranslation(['app', 'pages'])
  const { integrated } = useSearch({ from: '/shell/settings/integrations' })
  const query = useIntegrations({ isReturning: Boolean(integrated) })
  const refresh = () => void query.refetch()
  return (
    <div className="stack">
      <PageActions>
        <Button variant="default" leftSection={<IconRefresh size={15} />} loading={query.isFetching} onClick={refresh}>
          {t('pages:integrations.refresh')}
        </Button>
      </PageActions>
      <ConnectedNote integrations={query.data?.items} isFetching={query.isFetching} onRefresh={refresh} />
      <Loaded query={query} skeleton={<CardSkeletons />}>
        {({ items }) =>
          items.length === 0 ? (
            <NoIntegrations />
          ) : (
            <section aria-labelledby="connected">
              <h2 id="connected" className={styles.section}>
                {t('pages:integrations.connected')} <span className="dim numeric">{items.length}</span>
              </h2>
              <div className={styles.cards}>
                {items.map((integration) => (
                  <IntegrationCard key={integration.id} integration={integration} />
                ))}
              </div>
            </section>
          )
        }
      </Loaded>
    </div>
  )
}
