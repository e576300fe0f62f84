import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { useLineage, type Lineage } from '#web/data/records.ts'
import { useMay } from '#web/lib/may.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Opportunities } from './Opportunities.tsx'
import { Origins } from './Origins.tsx'
import styles from './lineage.module.css'
import { RawRecord } from './RawRecord.tsx'
import { Touches } from './Touches.tsx'

interface SheetProps {
  title: string
  note: string
  onClose: () => void
  children: ReactNode
}

/** Beside the list, in the browser's own dialog: it keeps the focus inside and gives it back. */
const Sheet = ({ title, note, onClose, children }: SheetProps) => {
  const { t } = useTranslation('source')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const own = dialog.current
    own?.showModal()
    return () => own?.close()
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      closedby="any"
      onClose={() => dialog.current?.open || onClose()}
    >
      <header className={styles.head}>
        <div className="grow">
          <h2 id={id} className="lead semibold truncate">
            {title}
          </h2>
          <p className="caption dim truncate">{note}</p>
        </div>
        <ActionIcon size={40} aria-label={t('lineage.close')} onClick={() => dialog.current?.close()}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>,
    document.body,
  )
}

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
        <Origins origins={lineage.fields} vendor={vendor} />
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
  const vendor = providerNames[integration.type]
  const name = contact ? contact.name || contact.email || contact.external_id : t('app:noValue')
  return (
    <Sheet title={name} note={contact ? `${vendor} · ${contact.external_id}` : vendor} onClose={onClose}>
      <Loaded query={query} skeleton={<StorySkeleton />}>
        {(lineage) => <Story lineage={lineage} vendor={vendor} />}
      </Loaded>
    </Sheet>
  )
}
