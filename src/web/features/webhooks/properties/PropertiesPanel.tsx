import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookProperty } from '#contract/webhooks/properties.ts'
import { useProperties, useSetAside } from '#web/data/webhooks/properties.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useMay } from '#web/lib/may.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { DeletePropertyDialog } from './DeletePropertyDialog.tsx'
import { PropertyDialog } from './form/PropertyDialog.tsx'
import styles from './properties.module.css'
import { usePropertyColumns } from './property-columns.tsx'
import { SetAsideBand } from './set-aside/SetAsideBand.tsx'

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; property: WebhookProperty }

const useNote = (): string | undefined => {
  const { t } = useTranslation('webhooks')
  const total = useProperties().data?.total
  const waiting = useSetAside().data?.length ?? 0
  if (total === undefined || total + waiting === 0) return undefined
  const n = formatNumber(total)
  return waiting === 0 ? t('properties.note', { n }) : t('properties.noteWaiting', { n, waiting: formatNumber(waiting) })
}

/** One band for each unknown name that events brought. */
const Waiting = () => {
  const query = useSetAside()
  if (query.isError && !query.data)
    return (
      <div className={styles.failed}>
        <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      </div>
    )
  return query.data?.map((item, index) => <SetAsideBand key={item.name} item={item} isFirst={index === 0} />)
}

const PropertyTable = ({ onAsk }: { onAsk: (asked: Asked) => void }) => {
  const { t } = useTranslation('webhooks')
  const query = useProperties()
  const columns = usePropertyColumns({
    onEdit: (property) => onAsk({ kind: 'edit', property }),
    onDelete: (property) => onAsk({ kind: 'delete', property }),
  })
  if (query.isError && !query.data)
    return (
      <div className={styles.failed}>
        <LoadFailed
          title={t('properties.failed')}
          error={query.error}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  return (
    <DataTable
      label={t('properties.label')}
      columns={columns}
      query={query}
      keyOf={({ id }) => id}
      footer={false}
      empty={
        <EmptyState
          isSmall
          icon={<IconTags size={22} stroke={1.75} />}
          title={t('properties.empty.title')}
          text={t('properties.empty.text')}
        />
      }
    />
  )
}

/** The catalog of extra properties that events may carry, and those that wait for a decision. */
export const PropertiesPanel = () => {
  const { t } = useTranslation('webhooks')
  const mayChange = useMay()('webhooks', 'w')
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = mayChange && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => setAsked({ kind: 'add' })}
    >
      {t('properties.add')}
    </Button>
  )
  return (
    <Panel title={t('properties.title')} note={useNote()} aside={add} flush>
      <Waiting />
      <PropertyTable onAsk={setAsked} />
      {asked?.kind === 'add' && <PropertyDialog onClose={close} />}
      {asked?.kind === 'edit' && <PropertyDialog property={asked.property} onClose={close} />}
      {asked?.kind === 'delete' && <DeletePropertyDialog property={asked.property} onClose={close} />}
    </Panel>
  )
}
