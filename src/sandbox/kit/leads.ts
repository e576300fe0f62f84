// A table of leads as users maintain it by hand: one row for a contact and its opportunity.
import type { SandboxAccount, Store } from './store.ts'
import type { CrmAdmin, NewAccount, PlainOpportunity, PlainContact, PlainPipeline, PlainStage } from './vendor.ts'

export const leadColumns = [
  'Lead ID',
  'Email',
  'Phone',
  'First name',
  'Last name',
  'Created',
  'Source',
  'Campaign',
  'Stage',
  'Outcome',
  'Amount',
  'Currency',
  'Closed',
] as const
export type LeadColumn = (typeof leadColumns)[number]
export type LeadValue = string | number | Date | null
export type Lead = Record<LeadColumn, LeadValue>

/** Where a vendor stores the rows of an account. Ids are the vendor's own. */
export interface LeadTable {
  add(account: string, lead: Lead, at: number): string
  get(account: string, id: string): Lead | undefined
  change(account: string, id: string, part: Partial<Lead>, at: number): void
  remove(account: string, id: string, at: number): void
  newest(account: string, limit: number): { id: string; lead: Lead }[]
  count(account: string): number
}

const usual: readonly PlainPipeline[] = [{ name: 'Sales', stages: ['New', 'Contacted', 'Qualified'] }]

/** What an account of rows stores besides them. */
export const leadFacts = ({ currency = 'USD', pipelines = usual }: NewAccount): Record<string, string> => ({
  currency,
  pipelines: JSON.stringify(pipelines),
})

const stagesOf = (account: SandboxAccount | undefined, pipeline: number): readonly string[] => {
  const pipelines = JSON.parse(account?.facts['pipelines'] ?? '[]') as PlainPipeline[]
  return (pipelines[pipeline] ?? pipelines[0])?.stages ?? []
}

const emptyDeal: Partial<Lead> = { Stage: null, Outcome: null, Amount: null, Currency: null, Closed: null }

const stagePart = (stage: PlainStage, stages: readonly string[], at: number): Partial<Lead> => {
  if (stage === 'won') return { Stage: 'Closed won', Outcome: 'Won', Closed: new Date(at) }
  if (stage === 'lost') return { Stage: 'Closed lost', Outcome: 'Lost', Closed: new Date(at) }
  return { Stage: stages[stage] ?? stages.at(-1) ?? 'New', Outcome: null, Closed: null }
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const personPart = (person: Partial<PlainContact>): Partial<Lead> => ({
  ...(person.email === undefined ? {} : { Email: orNull(person.email) }),
  ...(person.phone === undefined ? {} : { Phone: orNull(person.phone) }),
  ...(person.firstName === undefined ? {} : { 'First name': orNull(person.firstName) }),
  ...(person.lastName === undefined ? {} : { 'Last name': orNull(person.lastName) }),
  ...(person.source === undefined ? {} : { Source: orNull(person.source) }),
  ...(person.utm === undefined ? {} : { Campaign: person.utm?.campaign ?? null }),
})

/** The columns in their order, empty. */
const blank = (): Lead => Object.fromEntries(leadColumns.map((column) => [column, null])) as Lead

const titleOf = (lead: Lead): string =>
  [lead['First name'], lead['Last name']].filter((name) => typeof name === 'string').join(' ') || String(lead['Lead ID'])

interface Parts {
  store: Store
  vendor: string
  table: LeadTable
}

export const createLeadAdmin = ({ store, vendor, table }: Parts): CrmAdmin => {
  const leadId = (account: string): string => `L-${String(store.next(`${vendor}:${account}:lead`)).padStart(6, '0')}`
  const deals = (account: string) => ({ vendor, account, object: 'deal' })
  const stages = (account: string, pipeline = 0) => stagesOf(store.account({ vendor, account }), pipeline)

  /** A second deal of the same contact has its own row, as in such tables. */
  const rowFor = (account: string, { personIds: [first], createdAt }: PlainOpportunity): string => {
    const person = first === undefined ? undefined : table.get(account, first)
    if (first !== undefined && person && !store.get({ ...deals(account), id: first })) return first
    const row = { ...blank(), Created: new Date(createdAt), ...person, ...emptyDeal, 'Lead ID': leadId(account) }
    return table.add(account, row, createdAt)
  }
  const forgetDeal = (account: string, id: string): void => store.forget({ ...deals(account), id })

  return {
    addPerson: (account, person) =>
      table.add(
        account,
        { ...blank(), 'Lead ID': leadId(account), ...personPart(person), Created: new Date(person.createdAt) },
        person.modifiedAt,
      ),
    changePerson: (account, id, change, at) => table.change(account, id, personPart(change), at),
    removePerson(account, id, at) {
      table.remove(account, id, at)
      forgetDeal(account, id)
    },
    addDeal(account, deal) {
      const id = rowFor(account, deal)
      const { stage, at } = deal.path.at(-1) ?? { stage: 0, at: deal.createdAt }
      const money = { Amount: deal.amount, Currency: deal.amount === null ? null : deal.currency }
      table.change(account, id, { ...stagePart(stage, stages(account, deal.pipeline), at), ...money }, deal.modifiedAt)
      store.put(deals(account), { id, body: {}, createdAt: deal.createdAt, modifiedAt: deal.modifiedAt })
      return id
    },
    changeDeal(account, id, { stage, amount }, at) {
      const moved = stage === undefined ? {} : stagePart(stage, stages(account), at)
      table.change(account, id, { ...moved, ...(amount === undefined ? {} : { Amount: amount }) }, at)
    },
    removeDeal(account, id, at) {
      table.change(account, id, emptyDeal, at)
      forgetDeal(account, id)
    },
    people: (account, limit) =>
      table.newest(account, limit).map(({ id, lead }) => ({ id, name: titleOf(lead), detail: String(lead['Email'] ?? '') })),
    deals: (account, limit) =>
      store.list({ ...deals(account), descending: true, limit }).map(({ id }) => {
        const lead = table.get(account, id) ?? blank()
        return { id, name: titleOf(lead), detail: String(lead['Stage'] ?? '') }
      }),
    counts: (account) => ({ people: table.count(account), deals: store.count(deals(account)) }),
  }
}
