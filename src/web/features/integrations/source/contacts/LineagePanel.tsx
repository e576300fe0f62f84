import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useLineage, type Lineage } from '#web/data/records.ts'
import { useMay } from '#web/lib/may.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import { Opportunities } from './Opportunities.tsx'
import { FieldLineage } from './FieldLineage.tsx'
import styles from './lineage.module.css'
import { RawRecord } from './RawRecord.tsx'
import { Touches } from './Touches.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h3>{title}</h3>
    {children}
  </section>
)

const Story = ({ lineage, vendor }: { lineage: Lineage; vendor: string }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  return (
    <>
      <p className="small ink-2">{t('lineage.intro', { vendor })}</p>
      <Section title={t('lineage.fields')}>
        <FieldLineage origins={lineage.fields} vendor={vendor} />
      </Section>
      <Section title={t('lineage.touches')}>
        <Touches touches={lineage.touches} />
      </Section>
      <Section title={t('lineage.opportunities')}>
        <Opportunities opportunities={lineage.opportunities} />
      </Section>
      {lineage.merged_from.length > 0 && (
        <Section title={t('lineage.merged')}>
          <p className={styles.ids}>{lineage.merged_from.join(', ')}</p>
        </Section>
      )}
      {may('integrations', 'x') && (
        <Section title={t('lineage.payload', { vendor })}>
          <RawRecord payload={lineage.payload} />
        </Section>
      )}
    </>
  )
}

const StorySkeleton = () => (
  <div className="stack" aria-hidden>
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} height={36} />
    ))}
  </div>
)

interface LineagePanelProps {
  id: string
  integration: Integration
  onClose: () => void
}

/** Where everything about one person comes from. */
export const LineagePanel = ({ id, integration, onClose }: LineagePanelProps) => {
  const { t } = useTranslation(['source', 'app'])
  const query = useLineage(id)
  const contact = query.data?.contact
  const { vendor } = integration
  const name = contact ? contact.name || contact.email || contact.external_id : t('app:noValue')
  return (
    <Sheet
      title={name}
      note={contact ? `${vendor} · ${contact.external_id}` : vendor}
      closeLabel={t('lineage.close')}
      isWide
      closesBeside
      onClose={onClose}
    >
      <div className={styles.body}>
        <Loaded query={query} skeleton={<StorySkeleton />}>
          {(lineage) => <Story lineage={lineage} vendor={vendor} />}
        </Loaded>
      </div>
    </Sheet>
  )
}
