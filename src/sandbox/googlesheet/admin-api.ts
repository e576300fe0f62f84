import { createHash } from 'node:crypto'
import { createLeadAdmin, leadColumns, leadFacts, type Lead, type LeadTable, type LeadValue } from '../kit/leads.ts'
import type { Tokens } from '../kit/oauth-server.ts'
import type { Store } from '../kit/store.ts'
import type { VendorAdmin, VendorParts } from '../kit/vendor.ts'
import { dateCell, dateOfCell, type Cell } from './cells.ts'
import { prefix, type Sheets } from './state.ts'

const cellOf = (value: LeadValue): Cell => (value instanceof Date ? dateCell(value) : value)
const valueOf = (cell: Cell | undefined): LeadValue => {
  if (cell === null || cell === undefined || typeof cell === 'boolean') return null
  return typeof cell === 'object' ? dateOfCell(cell.serial) : cell
}
const cellsOf = (lead: Lead): Cell[] => leadColumns.map((column) => cellOf(lead[column]))
const leadOf = (body: string): Lead => {
  const cells = JSON.parse(body) as Cell[]
  return Object.fromEntries(leadColumns.map((column, index) => [column, valueOf(cells[index])])) as Lead
}

/** Leads are in the first tab of the user's first spreadsheet. Its columns must not be moved by hand. */
const leadsIn = (store: Store, sheets: Sheets): LeadTable => {
  const sheetOf = (account: string): string => store.account({ vendor: prefix, account })?.facts['spreadsheet'] ?? ''
  const at = (account: string) => sheets.rowsAt(sheetOf(account), 0)
  return {
    add: (account, lead) => sheets.append(sheetOf(account), 0, cellsOf(lead)),
    get(account, id) {
      const row = store.get({ ...at(account), id })
      return row && leadOf(row.body)
    },
    change(account, id, part) {
      const row = store.get({ ...at(account), id })
      if (row) sheets.append(sheetOf(account), 0, cellsOf({ ...leadOf(row.body), ...part }), id)
    },
    remove: (account, id) => store.forget({ ...at(account), id }),
    newest: (account, limit) =>
      store
        .list({ ...at(account), descending: true, limit: Math.min(limit, Math.max(0, store.count(at(account)) - 1)) })
        .map(({ id, body }) => ({ id, lead: leadOf(body) })),
    count: (account) => Math.max(0, store.count(at(account)) - 1),
  }
}

export const emailOf = (account: string): string => (account.includes('@') ? account : `${account}@example.com`)
export const subjectOf = (account: string): string =>
  BigInt(`0x1${createHash('sha256').update(account).digest('hex').slice(0, 16)}`).toString()

export const createAdminApi = ({ store, url }: VendorParts, sheets: Sheets, tokens: Tokens): VendorAdmin => ({
  createAccount(given) {
    const slug = given.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')
    const id = given.id ?? `${slug}.${store.next(`${prefix}:account`)}@example.com`
    const { id: spreadsheet } = sheets.create(id, { title: given.name, tabs: ['Leads'] })
    sheets.append(spreadsheet, 0, [...leadColumns])
    const account = { vendor: prefix, account: id, name: given.name, facts: { ...leadFacts(given), spreadsheet } }
    store.putAccount(account)
    return account
  },
  howToConnect: ({ facts }) => ({ url: `${url()}/spreadsheets/d/${facts['spreadsheet'] ?? ''}/edit#gid=0` }),
  expireTokens: tokens.expireAll,
  revokeTokens: tokens.revokeAll,
  crm: createLeadAdmin({ store, vendor: prefix, table: leadsIn(store, sheets) }),
})
