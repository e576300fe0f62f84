import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import type { LedgerEntry } from '#contract/connections/ledger.ts'
import { useSeen, useVerifySeen, type SeenVerification } from '#web/data/connections/ledger.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { useAct } from '#web/lib/use-act.ts'
import { seenMessages } from '#web/messages/en-seen.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { FilterChips } from '#web/ui/table/filters/FilterChips.tsx'
import type { Filter } from '#web/ui/table/filters/filter.ts'
import { useSeenColumns } from './seen-columns.tsx'
import styles from './seen.module.css'

addTranslations('seen', seenMessages)

const usualSize = 5

const nothing = { items: [], total: 0 }

interface Chosen {
  page?: number | undefined
  size?: number | undefined
  user_id?: string | undefined
  contact_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const Verified = ({ result: { checked, firstBroken } }: { result: SeenVerification }) => {
  const { t } = useTranslation('seen')
  return (
    <output className={styles.verified}>
      {firstBroken ? (
        <Note kind="bad">
          <span className="medium">{t('verify.broken', { seq: formatNumber(firstBroken.seq) })}</span>{' '}
          {t(`verify.problems.${firstBroken.problem}`)}
        </Note>
      ) : (
        <Note kind="good">{t('verify.intact', { count: checked, n: formatNumber(checked) })}</Note>
      )}
    </output>
  )
}

const emptyTextsOf = ({ state, typeOfData }: Connection) =>
  state === 'CANCELED' ? 'ended' : typeOfData === 'COUNTS' ? 'totals' : 'empty'

const NoEntries = ({ connection, onReset }: { connection: Connection; onReset: (() => void) | undefined }) => {
  const { t } = useTranslation('seen')
  const texts = onReset ? 'filtered' : (`${emptyTextsOf(connection)}.${connection.side}` as const)
  return (
    <EmptyState
      isSmall
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { name: connection.name })}
      actions={
        onReset && (
          <Button variant="default" onClick={onReset}>
            {t('filtered.action')}
          </Button>
        )
      }
    />
  )
}

/** Users are those of the entries on screen; a contact is chosen by its name in an entry. */
const useFilters = (chosen: Chosen, entries: readonly LedgerEntry[], contactName: string | undefined): Filter[] => {
  const { t } = useTranslation('seen')
  const users = new Map(entries.map(({ userId, userName }) => [userId, userName]))
  return [
    {
      name: 'user_id',
      title: t('filters.user_id'),
      value: chosen.user_id,
      options: [...users].map(([value, label]) => ({ value, label })),
    },
    ...(chosen.contact_id
      ? [{ name: 'contact_id', title: t('filters.contact_id'), value: chosen.contact_id, words: contactName }]
      : []),
    { name: 'from', title: t('filters.from'), value: chosen.from, isTime: true },
    { name: 'to', title: t('filters.to'), value: chosen.to, isTime: true },
  ]
}

const Verify = ({ id, onVerified }: { id: string; onVerified: (result: SeenVerification) => void }) => {
  const { t } = useTranslation('seen')
  const { act, isBusy } = useAct()
  const verify = useVerifySeen(id)
  return (
    <BusyButton
      variant="default"
      size="xs"
      busy={isBusy}
      leftSection={<IconShieldCheck size={14} stroke={1.75} aria-hidden />}
      onClick={() => void act(() => verify.mutateAsync(), onVerified)}
    >
      {t('verify.action')}
    </BusyButton>
  )
}

/** Who at the agency saw contacts: which ones, for the company, and how many, for the agency itself. */
export const SeenBy = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('seen')
  const { id, name, side } = connection
  const [chosen, setChosen] = useState<Chosen>({})
  const [contactName, setContactName] = useState<string>()
  const [verified, setVerified] = useState<SeenVerification>()
  const { page: _page, size: _size, ...filter } = chosen
  const paging = pagingOf(chosen, (next) => setChosen({ ...chosen, ...next }), usualSize)
  const query = useSeen(id, { page: paging.page, size: paging.size, ...presentOf(filter) })
  const narrow = (next: Chosen) => setChosen({ ...chosen, ...next, page: 1 })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const { items, total } = query.data ?? nothing
  const hasEntries = isFiltered || total > 0
  const filters = useFilters(chosen, items, contactName)
  const columns = useSeenColumns((contact) => {
    setContactName(contact.name)
    narrow({ contact_id: contact.id })
  })
  return (
    <Panel
      title={t('title')}
      note={t(`note.${side}`, { name })}
      aside={side === 'COMPANY' && hasEntries && <Verify id={id} onVerified={setVerified} />}
      flush
    >
      {verified && <Verified result={verified} />}
      {hasEntries && (
        <div className={styles.bar}>
          <FilterChips filters={filters} onChange={(field, value) => narrow({ [field]: value })} />
        </div>
      )}
      <DataTable
        label={t(`label.${side}`, { name })}
        columns={columns}
        query={query}
        keyOf={(entry) => entry.id}
        paging={paging}
        columnsKey="seen"
        empty={<NoEntries connection={connection} onReset={isFiltered ? () => setChosen({}) : undefined} />}
      />
    </Panel>
  )
}

/** Once something was shared. */
export const SeenSection = ({ connection }: { connection: Connection }) => {
  const mayRead = useMay()('ledger', 'r')
  return connection.versionInForce !== null && mayRead ? <SeenBy connection={connection} /> : null
}
