import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAudit, type Verification } from '#web/data/audit.ts'
import { presentOf } from '#web/lib/address/address.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { pagingOf } from '#web/lib/address/table-paging.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { auditMessages } from '#web/messages/en-audit.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { FilterChips } from '#web/ui/table/filters/FilterChips.tsx'
import { usePageSize } from '#web/ui/table/use-page-size.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { useAuditFilters } from './audit-filters.ts'
import { auditSearch, consequencesOf, type AuditSearch } from './audit-search.ts'
import styles from './audit.module.css'
import { AuditActions } from './AuditActions.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { keyOf } from './entry-key.ts'
import { VerifiedNote } from './VerifiedNote.tsx'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

const NoEntries = ({ onReset }: { onReset: (() => void) | undefined }) => {
  const { t } = useTranslation('audit')
  const texts = onReset ? 'filtered' : 'empty'
  return (
    <EmptyState
      icon={<IconHistory size={22} stroke={1.75} />}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
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

addTranslations('audit', auditMessages)

const queryOf = ({ client, action, actor, type, object, from, to }: AuditSearch) =>
  presentOf({ client_id: client, action, actor, object_type: type, object_id: object, from, to })

const nothingChosen = {
  client: undefined,
  action: undefined,
  actor: undefined,
  type: undefined,
  object: undefined,
  from: undefined,
  to: undefined,
}

/** The audit log: of one account for its admins, of all accounts for staff. */
export const AuditPage = () => {
  const { t } = useTranslation('audit')
  const { user } = useSession()
  const { search, change, step } = useAddress(auditSearch)
  const [verified, setVerified] = useState<{ clientId: string; result: Verification }>()
  const paging = pagingOf(search, (next) => change({ ...next, entry: undefined }), usePageSize())
  const chosen = queryOf(search)
  const query = useAudit({ skip: (paging.page - 1) * paging.size, limit: paging.size, ...chosen })
  const actorName = query.data?.items.find(({ actorId }) => actorId === search.actor)?.actorName ?? undefined
  const narrow = (next: object) => step({ page: 1, entry: undefined, ...next })
  const toggle = (key: string) => change({ entry: search.entry === key ? undefined : key })
  const clientId = search.client ?? user.clientId
  return (
    <Panel flush>
      <div className={styles.bar}>
        <FilterChips
          filters={useAuditFilters(search, actorName)}
          onChange={(name, value) => narrow({ ...consequencesOf(search, name, { value, isStaff: user.isStaff }), [name]: value })}
        />
        <AuditActions filter={chosen} clientId={clientId} onVerified={setVerified} />
      </div>
      {verified?.clientId === clientId && <VerifiedNote {...verified} isChosen={search.client !== undefined} />}
      <DataTable
        label={t(user.isStaff ? 'label.staff' : 'label.member')}
        columns={useAuditColumns(search.entry, toggle)}
        query={query}
        keyOf={keyOf}
        paging={paging}
        columnsKey="audit"
        selected={search.entry}
        onSelect={(row) => toggle(keyOf(row))}
        renderDetail={(row) => (
          <EntryDetail entry={row} onNarrow={(next) => narrow({ ...nothingChosen, client: search.client, ...next })} />
        )}
        empty={<NoEntries onReset={Object.keys(chosen).length > 0 ? () => narrow(nothingChosen) : undefined} />}
      />
    </Panel>
  )
}
