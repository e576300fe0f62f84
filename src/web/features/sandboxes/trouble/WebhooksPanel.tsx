import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useVendorActs, type SandboxVendor, type WebhookFaults } from '#web/data/sandboxes.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { useAct } from '#web/lib/use-act.ts'
import { LabeledToggle } from './LabeledToggle.tsx'
import styles from './trouble.module.css'

const copies = ['0', '1', '2', '5'] as const

/** How unreliably a vendor delivers its webhooks. */
export const WebhooksPanel = ({ vendor, webhooks }: { vendor: SandboxVendor; webhooks: WebhookFaults }) => {
  const { t } = useTranslation('sandboxes')
  const { act } = useAct({ mayOverlap: true })
  const { setWebhooks } = useVendorActs(vendor.prefix)
  const shown = { ...webhooks, ...(setWebhooks.isPending ? setWebhooks.variables : {}) }
  const duplicates = copies.find((value) => Number(value) >= shown.duplicates) ?? '5'
  return (
    <Panel title={t('webhooks.title')} note={t('faults.note', { vendor: vendor.name })} flush>
      <div className={styles.items}>
        <div className={styles.item}>
          <div className={styles.words}>
            <p className="small medium">{t('webhooks.duplicates.name')}</p>
            <p className="caption dim">{t('webhooks.duplicates.text')}</p>
          </div>
          <NativeSelect
            size="xs"
            className={styles.often ?? ''}
            aria-label={t('webhooks.duplicates.name')}
            value={duplicates}
            data={copies.map((value) => ({ value, label: t(`webhooks.copies.${value}`) }))}
            onChange={(event) => {
              const duplicates = Number(event.currentTarget.value)
              void act(() => setWebhooks.mutateAsync({ duplicates }))
            }}
          />
        </div>
        {(['isReversed', 'areLost'] as const).map((fault) => (
          <LabeledToggle
            key={fault}
            name={t(`webhooks.${fault}.name`)}
            text={t(`webhooks.${fault}.text`)}
            isOn={shown[fault]}
            onChange={(isOn) => void act(() => setWebhooks.mutateAsync({ [fault]: isOn }))}
          />
        ))}
      </div>
    </Panel>
  )
}
