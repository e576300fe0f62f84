import { Button, Skeleton } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { useAgreement } from '#web/data/connections/agreements.ts'
import { isNotFound, useConnection } from '#web/data/connections.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { connectionMessages } from '#web/messages/en-connections.ts'
import { criteriaMessages } from '#web/messages/en-criteria.ts'
import { addressOf, innerPaths, paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Missing } from '../detail/Missing.tsx'
import { Builder } from './Builder.tsx'
import styles from './criteria.module.css'

addTranslations('connections', connectionMessages)
addTranslations('criteria', criteriaMessages)

const BuilderSkeleton = () => (
  <div className={styles.columns} aria-hidden>
    <Skeleton height={420} radius="md" />
    <Skeleton height={420} radius="md" />
  </div>
)

/** While a version is in review, and for users who may only read. */
const Locked = ({ connection: { id, name } }: { connection: Connection }) => {
  const { t } = useTranslation('criteria')
  const mayWrite = useMay()('criteria', 'w')
  return (
    <Note
      kind="info"
      action={
        <Button component={Link} to={addressOf(innerPaths.connection, id)} size="xs" variant="default">
          {t('page.lockedAction', { name })}
        </Button>
      }
    >
      {t(mayWrite ? 'page.locked' : 'page.readOnly', { name })}
    </Note>
  )
}

const NoSource = ({ name }: { name: string }) => {
  const { t } = useTranslation('criteria')
  return (
    <Panel flush>
      <EmptyState
        icon={<IconPlugConnected size={22} stroke={1.75} />}
        title={t('page.noSource.title')}
        text={t('page.noSource.text', { name })}
        actions={
          <Button component={Link} to={paths.integrations}>
            {t('page.noSource.action')}
          </Button>
        }
      />
    </Panel>
  )
}

/** Starts again from what is saved when somebody else changed it, and the user chose that. */
const Loading = ({ connection }: { connection: Connection }) => {
  const agreement = useAgreement(connection.id)
  const integrations = useIntegrations()
  const [start, setStart] = useState(0)
  const restart = () => agreement.refetch().then(() => setStart((before) => before + 1))
  return (
    <Loaded query={integrations} skeleton={<BuilderSkeleton />}>
      {({ items }) => {
        const sources = items.filter(({ abilities, status }) => abilities.includes('contacts') && status !== 'disconnected')
        if (sources.length === 0) return <NoSource name={connection.name} />
        return (
          <Loaded query={agreement} skeleton={<BuilderSkeleton />}>
            {({ versions }) => (
              <Builder key={start} connection={connection} versions={versions} sources={sources} onRestart={restart} />
            )}
          </Loaded>
        )
      }}
    </Loaded>
  )
}

/** Where a company chooses whom and what an agency may see. */
export const CriteriaPage = () => {
  const { t } = useTranslation('criteria')
  const { id = '' } = useParams({ strict: false })
  const query = useConnection(id)
  if (isNotFound(query.error)) return <Missing />
  return (
    <Loaded query={query} skeleton={<BuilderSkeleton />}>
      {(connection) => (
        <>
          <PageTitle title={t('page.crumb')} above={{ title: connection.name, to: innerPaths.connection, params: { id } }} />
          {connection.allowedActions.includes('save_criteria') ? (
            <Loading connection={connection} />
          ) : (
            <Locked connection={connection} />
          )}
        </>
      )}
    </Loaded>
  )
}
