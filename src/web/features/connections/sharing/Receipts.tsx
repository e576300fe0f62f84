import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload, IconFileOff, IconLoader2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import type { Receipt } from '#contract/connections/sharing.ts'
import { useReceipts } from '#web/data/connections/sharing.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { useMay } from '#web/lib/may.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { dayOf, exactTime } from '#web/lib/time/dates.ts'
import { sharingMessages } from '#web/messages/en-sharing.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './sharing.module.css'

const { stores: storeWords } = sharingMessages.receipts
const knownStores = Object.keys(storeWords) as (keyof typeof storeWords)[]

type Store = Receipt['stores'][number]

const StoreRow = ({ store: { name, found, removed, failed }, isDone }: { store: Store; isDone: boolean }) => {
  const { t } = useTranslation('sharing')
  const known = knownStores.find((one) => one === name)
  const Icon = failed > 0 ? IconAlertTriangle : isDone ? IconCheck : IconLoader2
  return (
    <li data-kind={failed > 0 ? 'bad' : isDone ? 'good' : undefined}>
      <Icon size={16} stroke={2} aria-hidden />
      <span className="grow">{known ? t(`receipts.stores.${known}`) : name}</span>
      <span className="caption dim numeric">
        {isDone && failed === 0 && removed < found
          ? t('receipts.kept')
          : t('receipts.removed', { removed: formatNumber(removed), found: formatNumber(found) })}
      </span>
    </li>
  )
}

const Badge = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useTranslation('sharing')
  const { finishedAt, stores } = receipt
  if (finishedAt === null) return <StatusBadge kind="info">{t('receipts.erasing')}</StatusBadge>
  if (stores.some(({ failed }) => failed > 0)) return <StatusBadge kind="bad">{t('receipts.failed')}</StatusBadge>
  return <StatusBadge kind="good">{t('receipts.erased')}</StatusBadge>
}

/** Files that were downloaded before: they are named, because nobody can erase them from here. */
const Unrecalled = ({ items }: { items: Receipt['cannotRecall'] }) => {
  const { t } = useTranslation('sharing')
  if (items.length === 0) return null
  return (
    <div className={styles.unrecalled}>
      <IconFileOff size={16} stroke={1.75} aria-hidden />
      <div>
        <h4>{t('receipts.recalled')}</h4>
        {items.map(({ what, who, when }) => (
          <p key={`${what} ${who} ${when}`}>{t('receipts.recall', { what, who, day: dayOf(when) })}</p>
        ))}
      </div>
    </div>
  )
}

/** Exactly what the server says: its hash can be compared with the audit log. */
const save = (receipt: Receipt, name: string) =>
  saveFile(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }), `${name}-${receipt.id}.json`)

const Foot = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useTranslation('sharing')
  if (receipt.finishedAt === null) return <p className="caption dim">{t('receipts.waiting')}</p>
  return (
    <div className={styles.receiptFoot}>
      <span className={styles.hash} title={t('receipts.hashHint')}>
        {receipt.hash !== null && (
          <>
            {t('receipts.hash')} <code>{receipt.hash}</code>
          </>
        )}
      </span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
        aria-label={t('receipts.downloadOf', { time: exactTime(receipt.startedAt) })}
        onClick={() => save(receipt, t('receipts.file'))}
      >
        {t('receipts.download')}
      </Button>
    </div>
  )
}

const ReceiptItem = ({ receipt }: { receipt: Receipt }) => {
  const { t } = useTranslation('sharing')
  const { kind, version, startedAt, finishedAt, stores, cannotRecall } = receipt
  return (
    <li className={styles.receipt}>
      <div className={styles.receiptHead}>
        <h3>{t(`receipts.kinds.${kind}`, { n: version ?? 0 })}</h3>
        <Badge receipt={receipt} />
        <span className="grow" />
        <time className="caption dim" dateTime={finishedAt ?? startedAt}>
          {finishedAt === null
            ? t('receipts.started', { time: exactTime(startedAt) })
            : t('receipts.finished', { time: exactTime(finishedAt) })}
        </time>
      </div>
      {stores.length > 0 && (
        <ul className={styles.stores}>
          {stores.map((store) => (
            <StoreRow key={store.name} store={store} isDone={finishedAt !== null} />
          ))}
        </ul>
      )}
      {stores.length === 0 && finishedAt !== null && <p className="small dim">{t('receipts.nothing')}</p>}
      <Unrecalled items={cannotRecall} />
      <Foot receipt={receipt} />
    </li>
  )
}

const ReceiptList = ({ connection: { id, side } }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  const query = useReceipts(id)
  const items = query.data ?? []
  if (items.length === 0 && !query.isError) return null
  return (
    <Panel title={t('receipts.title')} note={t(`receipts.text.${side}`)} flush>
      {query.isError && <LoadFailed error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />}
      <ul className={styles.receipts}>
        {items.map((receipt) => (
          <ReceiptItem key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <BusyButton variant="default" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('receipts.more')}
          </BusyButton>
        </div>
      )}
    </Panel>
  )
}

/** Proof of what was erased from the agency when sharing ended or became less. */
export const Receipts = ({ connection }: { connection: Connection }) => {
  const mayRead = useMay()('ledger', 'r')
  return mayRead ? <ReceiptList connection={connection} /> : null
}
