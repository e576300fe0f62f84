import { Skeleton, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useLineage, type Lineage } from '#web/data/syncs/records.ts'
import { useMay } from '#web/lib/may.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import { FieldLineage } from './FieldLineage.tsx'
import styles from './lineage.module.css'
import { Opportunities } from '#web/ui/records/Opportunities.tsx'
import { RecordBody, RecordSection } from '#web/ui/records/RecordBody.tsx'
import { Touches } from '#web/ui/records/Touches.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { prettyOf } from '../figures.ts'

const RawRecord = ({ payload }: { payload: string | null }) => {
  const { t } = useTranslation('source')
  const [isShown, setIsShown] = useState(false)
  if (payload === null) return <p className="small dim">{t('lineage.noPayload')}</p>
  const pretty = prettyOf(payload)
  return (
    <>
      <div className="row">
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {t(isShown ? 'lineage.hide' : 'lineage.show')}
        </Button>
        <CopyButton text={pretty} words={{ copy: t('lineage.copy'), copied: t('lineage.copied'), refused: t('copy.refused') }} />
      </div>
      {isShown && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <pre className={styles.raw} tabIndex={0}>
          {pretty}
        </pre>
      )}
    </>
  )
}

const Story = ({ lineage, vendor }: { lineage: Lineage; vendor: string }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  return (
    <>
      <p className="small ink-2">{t('lineage.intro', { vendor })}</p>
      <RecordSection title={t('lineage.fields')}>
        <FieldLineage origins={lineage.fields} vendor={vendor} />
      </RecordSection>
      <RecordSection title={t('lineage.touches')}>
        <Touches touches={lineage.touches} />
      </RecordSection>
      <RecordSection title={t('lineage.opportunities')}>
        <Opportunities opportunities={lineage.opportunities} isShared={false} />
      </RecordSection>
      {lineage.merged_from.length > 0 && (
        <RecordSection title={t('lineage.merged')}>
          <p className={styles.ids}>{lineage.merged_from.join(', ')}</p>
        </RecordSection>
      )}
      {may('integrations', 'x') && (
        <RecordSection title={t('lineage.payload', { vendor })}>
          <RawRecord payload={lineage.payload} />
        </RecordSection>
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

/** The lineage of one contact: where each value comes from. */
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
      <RecordBody>
        <Loaded query={query} skeleton={<StorySkeleton />}>
          {(lineage) => <Story lineage={lineage} vendor={vendor} />}
        </Loaded>
      </RecordBody>
    </Sheet>
  )
}
