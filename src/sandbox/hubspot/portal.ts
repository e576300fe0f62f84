// What HubSpot accounts (portals) contain, and how that is changed. Every change is passed to the listeners.
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { CrmAdmin, NewAccount, PlainOpportunity, PlainContact } from '../kit/vendor.ts'
import { Lists } from './lists.ts'
import { pipelineOf, pipelinesOf, stageOf, usualPipelines, type Pipeline } from './pipelines.ts'
import { dealProperties, contactProperties, stageProperties, type Properties } from './properties.ts'

export const vendor = 'hubspot'
export type ObjectName = 'contacts' | 'deals'

interface HistoryEntry {
  value: string
  timestamp: string
}

export interface Body {
  properties: Properties
  /** Newest first. Deals only. */
  history?: Record<string, HistoryEntry[]>
  /** Ids of contacts. Deals only. */
  contacts?: string[]
}

export interface Change {
  account: string
  object: ObjectName
  kind: 'creation' | 'propertyChange' | 'deletion' | 'merge'
  id: string
  at: number
  properties?: Properties
  merged?: { from: string; into: string }
}

interface Kept {
  id: string
  body: Body
  createdAt: number
  modifiedAt: number
}

const owners = [
  { firstName: 'Nora', lastName: 'Field' },
  { firstName: 'Omar', lastName: 'Reed' },
]
const firstOwner = 7000
const firstRecord = 100_001
const companyList = '900001'
const entryOf = (value: string, at: number): HistoryEntry => ({ value, timestamp: new Date(at).toISOString() })

export class Portals {
  readonly lists: Lists
  readonly #store: Store
  readonly #onChange: (change: Change) => void
  /** An account's pipelines never change, and thousands of deals need them. */
  readonly #pipelines = new Map<string, Pipeline[]>()
  constructor(store: Store, onChange: (change: Change) => void) {
    this.#store = store
    this.#onChange = onChange
    this.lists = new Lists(store)
  }

  createAccount({ id, name, currency = 'USD', pipelines = usualPipelines }: NewAccount): SandboxAccount {
    const account = id ?? String(this.#store.next(`${vendor}:portal`, 48_200_001))
    const facts = { currency, pipelines: JSON.stringify(pipelines.map(pipelineOf)) }
    const made = { vendor, account, name, facts }
    this.#pipelines.delete(account)
    this.#store.putAccount(made)
    const at = Date.now()
    for (const [index, owner] of owners.entries()) {
      const body = { ...owner, email: `${owner.firstName}@example.com`.toLowerCase(), userId: 900 + index }
      const record = { id: String(firstOwner + index), body, createdAt: at, modifiedAt: at }
      this.#store.put({ vendor, account, object: 'owner' }, record)
    }
    this.lists.keepCompanies(account, 'Key accounts', { id: companyList, companies: [String(firstRecord)], at })
    return made
  }

  pipelines(account: string): Pipeline[] {
    const found = this.#pipelines.get(account) ?? pipelinesOf(this.#store.account({ vendor, account }))
    this.#pipelines.set(account, found)
    return found
  }

  #pipeline(account: string, isWanted: (pipeline: Pipeline, index: number) => boolean): Pipeline {
    const all = this.pipelines(account)
    const pipeline = all.find(isWanted) ?? all[0]
    if (!pipeline) throw new Error('This account has no pipeline')
    return pipeline
  }

  #newId(account: string): string {
    return String(this.#store.next(`${vendor}:${account}`, firstRecord))
  }

  #read(account: string, object: ObjectName, id: string): Kept {
    const record = this.#store.get({ vendor, account, object, id })
    if (!record || record.deletedAt > 0) throw Object.assign(new Error('There is no such record'), { statusCode: 404 })
    return { ...record, body: JSON.parse(record.body) as Body }
  }

  #write(account: string, object: ObjectName, record: Kept): void {
    this.#store.put({ vendor, account, object }, record)
  }

  #change(account: string, object: ObjectName, record: Kept & { properties: Properties }): void {
    const { id, body, properties, modifiedAt: at } = record
    Object.assign(body.properties, properties)
    this.#write(account, object, record)
    this.#onChange({ account, object, kind: 'propertyChange', id, at, properties })
  }

  addPerson(account: string, person: PlainContact): string {
    const id = this.#newId(account)
    const { createdAt, modifiedAt } = person
    const owner = String(firstOwner + (Number(id) % owners.length))
    const properties = { ...contactProperties(person), hubspot_owner_id: owner, lifecyclestage: 'lead' }
    this.#write(account, 'contacts', { id, body: { properties }, createdAt, modifiedAt })
    for (const tag of person.tags) this.lists.join(account, tag, { contact: id, at: createdAt })
    this.#onChange({ account, object: 'contacts', kind: 'creation', id, at: createdAt })
    return id
  }

  changePerson(account: string, id: string, person: Partial<PlainContact>, at: number): void {
    const kept = this.#read(account, 'contacts', id)
    if (person.tags) this.lists.setTags(account, { contact: id, tags: person.tags, at })
    const said = { createdAt: kept.createdAt, ...person }
    this.#change(account, 'contacts', { ...kept, modifiedAt: at, properties: contactProperties(said) })
  }

  remove(account: string, object: ObjectName, { id, at }: { id: string; at: number }): void {
    this.#read(account, object, id)
    this.#store.remove({ vendor, account, object, id }, at)
    if (object === 'contacts') this.lists.setTags(account, { contact: id, tags: [], at })
    this.#onChange({ account, object, kind: 'deletion', id, at })
  }

  /** One is deleted without a trace in the archive; its deals and lists move to the remaining one. */
  mergePeople(account: string, { from, into }: { from: string; into: string }, at: number): void {
    const lost = this.#read(account, 'contacts', from)
    const kept = this.#read(account, 'contacts', into)
    const ids = [kept, lost].flatMap(({ body }) => (body.properties['hs_merged_object_ids'] ?? '').split(';'))
    const merged = [...ids.filter(Boolean), from].join(';')
    const properties = { ...lost.body.properties, ...kept.body.properties, hs_merged_object_ids: merged }
    this.#write(account, 'contacts', { ...kept, body: { properties }, modifiedAt: at })
    for (const tag of this.lists.tagsOf(account, from)) this.lists.join(account, tag, { contact: into, at })
    this.lists.setTags(account, { contact: from, tags: [], at })
    this.#store.forget({ vendor, account, object: 'contacts', id: from })
    for (const deal of this.#dealsOf(account, from)) {
      deal.body.contacts = [...new Set((deal.body.contacts ?? []).map((one) => (one === from ? into : one)))]
      this.#write(account, 'deals', deal)
    }
    this.#onChange({ account, object: 'contacts', kind: 'merge', id: into, at, merged: { from, into } })
  }

  #dealsOf(account: string, contact: string): Kept[] {
    const sql = `select id, created, modified, body from record where vendor = ? and account = ? and object = 'deals' and deleted = 0
      and exists (select 1 from json_each(record.body, '$.contacts') where value = ?)`
    return this.#store.all(sql, vendor, account, contact).map((row) => ({
      id: String(row['id']),
      body: JSON.parse(String(row['body'])) as Body,
      createdAt: Number(row['created']),
      modifiedAt: Number(row['modified']),
    }))
  }

  addDeal(account: string, deal: PlainOpportunity): string {
    const id = this.#newId(account)
    const { createdAt, modifiedAt } = deal
    const pipeline = this.#pipeline(account, (_one, index) => index === deal.pipeline)
    const path = deal.path.map(({ stage, at }) => ({ stage: stageOf(pipeline, stage), at }))
    const last = path.at(-1) ?? { stage: stageOf(pipeline, 0), at: createdAt }
    const properties = { ...dealProperties(deal, pipeline.id), ...stageProperties(last.stage, last.at) }
    const history = {
      dealstage: path.toReversed().map(({ stage, at }) => entryOf(stage.id, at)),
      pipeline: [entryOf(pipeline.id, path[0]?.at ?? createdAt)],
    }
    this.#write(account, 'deals', { id, body: { properties, history, contacts: [...deal.personIds] }, createdAt, modifiedAt })
    this.#onChange({ account, object: 'deals', kind: 'creation', id, at: createdAt })
    return id
  }

  changeDeal(...[account, id, { stage, amount, name }, at]: Parameters<CrmAdmin['changeDeal']>): void {
    const kept = this.#read(account, 'deals', id)
    const properties: Properties = {}
    if (amount !== undefined) properties['amount'] = amount === null ? '' : String(amount)
    if (name !== undefined) properties['dealname'] = name
    if (stage !== undefined) {
      const pipeline = this.#pipeline(account, (one) => one.id === kept.body.properties['pipeline'])
      const next = stageOf(pipeline, stage)
      Object.assign(properties, stageProperties(next, at))
      const dealstage = [entryOf(next.id, at), ...(kept.body.history?.['dealstage'] ?? [])]
      kept.body.history = { ...kept.body.history, dealstage }
    }
    this.#change(account, 'deals', { ...kept, modifiedAt: at, properties })
  }
}
