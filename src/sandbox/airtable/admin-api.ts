import { createLeadAdmin, leadColumns, leadFacts, type Lead, type LeadTable, type LeadValue } from '../kit/leads.ts'
import type { Store } from '../kit/store.ts'
import type { VendorAdmin, VendorParts } from '../kit/vendor.ts'
import { leadTable, newId, prefix, type Bases, type BaseTable, type Cells } from './state.ts'

const sent = (value: LeadValue): unknown => (value instanceof Date ? value.toISOString() : value)

const cellsOf = ({ fields }: BaseTable, lead: Partial<Lead>): Cells =>
  Object.fromEntries(fields.flatMap(({ id, name }) => (name in lead ? [[id, sent(lead[name as keyof Lead] ?? null)]] : [])))

const valueOf = (type: string | undefined, value: unknown): LeadValue => {
  if (type === 'dateTime' && typeof value === 'string') return new Date(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

const leadOf = ({ fields }: BaseTable, cells: Cells): Lead =>
  Object.fromEntries(
    leadColumns.map((column) => {
      const field = fields.find(({ name }) => name === column)
      return [column, valueOf(field?.type, cells[field?.id ?? ''])]
    }),
  ) as Lead

const leadsIn = (store: Store, bases: Bases): LeadTable => {
  const tableOf = (base: string): BaseTable => {
    const table = bases.table(base, store.account({ vendor: prefix, account: base })?.facts['table'] ?? '')
    if (!table) throw new Error('The base has no table of leads')
    return table
  }
  return {
    add(base, lead, at) {
      const table = tableOf(base)
      const id = newId('rec')
      bases.put(base, table.id, { id, cells: cellsOf(table, lead), at })
      return id
    },
    get(base, id) {
      const table = tableOf(base)
      const stored = bases.get(base, table.id, id)
      return stored && leadOf(table, JSON.parse(stored.body) as Cells)
    },
    change(base, id, part, at) {
      const table = tableOf(base)
      const stored = bases.get(base, table.id, id)
      if (stored) bases.put(base, table.id, { id, cells: { ...(JSON.parse(stored.body) as Cells), ...cellsOf(table, part) }, at })
    },
    remove: (base, id) => bases.remove(base, tableOf(base).id, id),
    newest(base, limit) {
      const table = tableOf(base)
      return store
        .list({ ...bases.recordsAt(base, table.id), descending: true, limit })
        .map(({ id, body }) => ({ id, lead: leadOf(table, JSON.parse(body) as Cells) }))
    },
    count: (base) => store.count(bases.recordsAt(base, tableOf(base).id)),
  }
}

const newToken = (): string => `${newId('pat')}.${newId('')}${newId('')}${newId('')}${newId('')}`

export const createAdminApi = ({ store }: VendorParts, bases: Bases): VendorAdmin => ({
  createAccount(given) {
    const id = given.id ?? newId('app')
    const table = leadTable()
    bases.saveTable(id, table)
    const who = { user: newId('usr'), email: `${given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com` }
    const facts = {
      ...leadFacts(given),
      ...who,
      token: newToken(),
      table: table.id,
      scopes: 'data.records:read schema.bases:read',
    }
    const account = { vendor: prefix, account: id, name: given.name, facts }
    store.putAccount(account)
    return account
  },
  howToConnect: ({ account, facts }) => ({ token: facts['token'] ?? '', base_id: account, table_id: facts['table'] ?? '' }),
  // Personal access tokens do not expire.
  expireTokens: () => {},
  revokeTokens(base) {
    const account = store.account({ vendor: prefix, account: base })
    if (account) store.putAccount({ ...account, facts: { ...account.facts, token: newToken() } })
  },
  crm: createLeadAdmin({ store, vendor: prefix, table: leadsIn(store, bases) }),
})
