import { Skeleton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSandboxes, type SandboxVendor } from '#web/data/sandboxes.ts'
import { config } from '#web/lib/config.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { sandboxMessages } from '#web/messages/en-sandboxes.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { AccountsPanel } from './accounts/AccountsPanel.tsx'
import styles from './sandboxes.module.css'
import { TroublePanel } from './trouble/TroublePanel.tsx'
import { WebhooksPanel } from './trouble/WebhooksPanel.tsx'
import { VendorList } from './VendorList.tsx'
import { presentOf, textFrom } from '#web/lib/address/address.ts'

const sandboxesSearch = (search: Record<string, unknown>) =>
  presentOf({
    vendor: textFrom(search['vendor']),
    /** The account whose records are open. */
    account: textFrom(search['account']),
  })

addTranslations('sandboxes', sandboxMessages)

const Vendors = ({ vendors }: { vendors: readonly SandboxVendor[] }) => {
  const { t } = useTranslation('sandboxes')
  const { search, change } = useAddress(sandboxesSearch)
  const vendor = vendors.find(({ prefix }) => prefix === search.vendor) ?? vendors[0]
  if (!vendor) return <EmptyState icon={<IconFlask size={22} />} title={t('noVendors.title')} text={t('noVendors.text')} />
  return (
    <div className={styles.panes}>
      <VendorList
        vendors={vendors}
        chosen={vendor.prefix}
        onChoose={(prefix) => change({ vendor: prefix, account: undefined })}
      />
      {/* The key resets the page for another vendor: what was typed for one does not belong to the next. */}
      <div key={vendor.prefix} className="stack">
        <AccountsPanel vendor={vendor} open={search.account} onOpen={(account) => change({ vendor: vendor.prefix, account })} />
        <TroublePanel vendor={vendor} />
        {vendor.webhooks && <WebhooksPanel vendor={vendor} webhooks={vendor.webhooks} />}
      </div>
    </div>
  )
}

const VendorSkeletons = () => (
  <div className={styles.panes} aria-hidden>
    <Skeleton height={360} radius="md" />
    <Skeleton height={480} radius="md" />
  </div>
)

const Sandboxes = () => {
  const { t } = useTranslation('sandboxes')
  const query = useSandboxes()
  return (
    <>
      <p className={styles.intro}>{t('text')}</p>
      <div className={styles.warning}>
        <Note kind="info">
          <span className="medium">{t('notReal')}</span> {t('notRealText')}
        </Note>
      </div>
      <Loaded query={query} skeleton={<VendorSkeletons />}>
        {({ vendors }) => <Vendors vendors={vendors} />}
      </Loaded>
    </>
  )
}

/** The vendors' sandboxes, if this installation runs them. */
export const SandboxesPage = () => {
  const { t } = useTranslation(['sandboxes', 'gate'])
  useDocumentTitle(`${t('title')} · ${t('gate:product')}`)
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      {config().sandboxUrl === null ? (
        <EmptyState fullScreen icon={<IconFlask size={22} stroke={1.75} />} title={t('none.title')} text={t('none.text')} />
      ) : (
        <Sandboxes />
      )}
    </div>
  )
}
