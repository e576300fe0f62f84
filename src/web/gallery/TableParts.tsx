import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyIn } from '#web/lib/format/money.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { ExportButton } from '#web/ui/table/ExportButton.tsx'
import { FilterChips } from '#web/ui/table/filters/FilterChips.tsx'
import { OpenedRow, RowOpener } from '#web/ui/table/rows/OpenedRow.tsx'
import { UserCell } from '#web/ui/table/cells/UserCell.tsx'
import { nothingSelected } from '#web/ui/table/rows/row-selection.ts'
import { RowMenu } from '#web/ui/table/rows/RowMenu.tsx'
import { SearchField } from '#web/ui/table/filters/SearchField.tsx'
import { StatusTabs } from '#web/ui/table/filters/StatusTabs.tsx'
import styles from './gallery.module.css'
import { Group } from './Group.tsx'
import { leads, type Lead } from './samples.ts'

const money = moneyIn('USD')
const kinds = { Won: 'good', Proposal: 'info', Qualified: 'wait', Lost: 'off' } as const

const columns: Column<Lead>[] = [
  {
    name: 'name',
    title: 'Lead',
    isTitle: true,
    cell: ({ name }) => <a href="#lead">{name}</a>,
    hint: ({ name }) => name,
    sortValue: ({ name }) => name,
    shares: 2,
  },
  {
    name: 'stage',
    title: 'Stage',
    cell: ({ stage }) => <StatusBadge kind={kinds[stage]}>{stage}</StatusBadge>,
    sortValue: ({ stage }) => stage,
  },
  { name: 'channel', title: 'First channel', cell: ({ channel }) => channel, sortValue: ({ channel }) => channel },
  { name: 'value', title: 'Value', align: 'right', cell: ({ value }) => money.exact(value), sortValue: ({ value }) => value },
  {
    name: 'updated',
    title: 'Updated',
    align: 'right',
    wideOnly: true,
    cell: ({ updated }) => <RelativeTime instant={updated} />,
    sortValue: ({ updated }) => updated,
  },
]

const useLeads = (name: string, load: () => Lead[] | Promise<Lead[]>) =>
  useQuery({
    queryKey: [name],
    queryFn: async () => {
      const items = await load()
      return { items, total: items.length }
    },
  })

const ManyRows = () => {
  const [value, onChange] = useState(nothingSelected)
  return (
    <Panel flush title="10,000 rows" note="sorted here, drawn as they come into sight">
      <DataTable
        label="All leads"
        columns={columns}
        query={useLeads('all', () => leads(10_000))}
        keyOf={({ id }) => id}
        selection={{
          value,
          onChange,
          labelOf: ({ name }) => name,
          actions: (
            <Button size="xs" variant="default">
              Add to list
            </Button>
          ),
        }}
        columnsKey="gallery"
        empty={null}
      />
    </Panel>
  )
}

const pagedColumns = (open: string | undefined, toggle: (id: string) => void): Column<Lead>[] => [
  {
    name: 'person',
    title: 'Lead',
    cell: ({ name }) => <UserCell name={name} email={`${name.split(' ')[0]?.toLowerCase()}@example.com`} />,
  },
  ...columns.slice(1),
  {
    name: 'open',
    title: 'Details',
    cell: ({ id, name }) => (
      <RowOpener isOpen={open === id} onToggle={() => toggle(id)} label={`Details of ${name}`}>
        Details
      </RowOpener>
    ),
  },
  {
    name: 'menu',
    title: 'Actions',
    isAction: true,
    cell: ({ name }) => (
      <RowMenu
        label={`Actions for ${name}`}
        actions={[
          { name: 'edit', label: 'Edit', onClick: () => undefined },
          { name: 'remove', label: 'Remove', isDangerous: true, onClick: () => undefined },
        ]}
      />
    ),
  },
]

const Pages = () => {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(5)
  const [open, setOpen] = useState<string>()
  const all = leads(23)
  const query = useQuery({
    queryKey: ['page', page, size],
    queryFn: () => ({ items: all.slice((page - 1) * size, page * size), total: all.length }),
    placeholderData: (before) => before,
  })
  const toggle = (id: string) => setOpen(open === id ? undefined : id)
  return (
    <Panel flush title="Pages" note="the server sorts and pages">
      <DataTable
        label="Leads by page"
        columns={pagedColumns(open, toggle)}
        query={query}
        keyOf={({ id }) => id}
        paging={{ page, size, onPage: setPage, onSize: setSize }}
        selected={open}
        onSelect={({ id }) => toggle(id)}
        renderDetail={({ name }) => <OpenedRow>{name} opened the booking page twice.</OpenedRow>}
        rowHeight={56}
        empty={null}
      />
    </Panel>
  )
}

const never = () => new Promise<Lead[]>(() => undefined)
const fails = () => Promise.reject(new Error('The connection was lost'))

const State = ({ title, load }: { title: string; load: () => Lead[] | Promise<Lead[]> }) => (
  <Panel flush title={title}>
    <DataTable
      label={title}
      columns={columns}
      query={useLeads(title, load)}
      keyOf={({ id }) => id}
      paging={{ page: 1, size: 3, onPage: () => undefined, onSize: () => undefined }}
      empty={
        <EmptyState
          icon={<IconUsers size={22} stroke={1.75} />}
          title="No leads yet"
          text="Leads appear here after the first sync."
        />
      }
    />
  </Panel>
)

const Narrowing = () => {
  const [search, setSearch] = useState('')
  const [stage, setStage] = useState<string | undefined>('won')
  const [tab, setTab] = useState<'all' | 'open'>('all')
  return (
    <div className={styles.line}>
      <StatusTabs
        label="Leads"
        value={tab}
        tabs={[
          { value: 'all', label: 'All', count: 2007 },
          { value: 'open', label: 'Open', count: 61 },
        ]}
        onChange={setTab}
      />
      <SearchField label="Search leads" value={search} onSearch={setSearch} />
      <FilterChips
        filters={[
          {
            name: 'stage',
            title: 'Stage',
            value: stage,
            options: [
              { value: 'won', label: 'Won' },
              { value: 'lost', label: 'Lost' },
            ],
          },
          { name: 'city', title: 'City', value: undefined, hint: 'A city' },
        ]}
        onChange={(_, value) => setStage(value)}
      />
    </div>
  )
}

const file = async () => ({ content: new Blob(['Lead']), contacts: 12, notAllowed: 3, overLimit: 0 })

const Exports = () => (
  <div className={styles.pair}>
    <ExportButton onExport={file} />
    <ExportButton onExport={file} refusedBy="Helio Solar" />
  </div>
)

export const TableParts = () => (
  <Group title="Tables">
    <Narrowing />
    <ManyRows />
    <Pages />
    <Exports />
    <div className={styles.pair}>
      <State title="Empty" load={() => []} />
      <State title="Loading rows" load={never} />
      <State title="Failed" load={fails} />
    </div>
  </Group>
)
