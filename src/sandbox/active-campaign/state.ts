// The stored state of one ActiveCampaign account.
import { randomBytes } from 'node:crypto'
import { createPages, placeOf, vendor } from './pages.ts'
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { NewAccount, PlainOpportunity, PlainPipeline } from '../kit/vendor.ts'
import type { Stage, StoredContact } from './records.ts'

const usual: readonly PlainPipeline[] = [{ name: 'Sales', stages: ['New enquiry', 'Consultation booked', 'Proposal sent'] }]

export interface Group {
  id: string
  title: string
  stages: Stage[]
}

export const freshKey = (): string => randomBytes(36).toString('hex')

/** Names of tags and their ids, for each account. */
const createTags = (store: Store) => {
  const tagIds = new Map<string, Map<string, string>>()
  return (account: string): Map<string, string> => {
    const known =
      tagIds.get(account) ??
      new Map(store.list(placeOf(account, 'tag')).map(({ id, body }) => [(JSON.parse(body) as { tag: string }).tag, id]))
    tagIds.set(account, known)
    return known
  }
}

export type State = ReturnType<typeof createState>

export const createState = (store: Store) => {
  const pages = createPages(store)
  const tagsOf = createTags(store)
  const newId = (account: string, object: string): string => String(store.next(`${vendor}/${account}/${object}`))

  return {
    store,
    pages,
    newId,
    createAccount({ id, name, currency = 'USD', pipelines = usual }: NewAccount): SandboxAccount {
      let stageId = 0
      const groups = pipelines.map(({ name: title, stages }, index): Group => {
        const group = String(index + 1)
        return { id: group, title, stages: stages.map((stage) => ({ id: String((stageId += 1)), title: stage, group })) }
      })
      const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '') || 'account'
      const isTaken = store.account({ vendor, account: slug }) !== undefined
      const account = id ?? (isTaken ? `${slug}${store.next(`${vendor}/account`, 2)}` : slug)
      const made = { vendor, account, name, facts: { key: freshKey(), currency, groups: JSON.stringify(groups) } }
      store.putAccount(made)
      return made
    },
    groupsOf: (account: SandboxAccount): Group[] => JSON.parse(account.facts['groups'] ?? '[]') as Group[],
    tagsOf,
    tagIdOf(account: string, tag: string): string {
      const known = tagsOf(account)
      const id = known.get(tag) ?? newId(account, 'tag')
      if (!known.has(tag)) {
        const now = Date.now()
        store.put(placeOf(account, 'tag'), { id, body: { tag }, createdAt: now, modifiedAt: now })
        known.set(tag, id)
      }
      return id
    },
    person(account: string, id: string): StoredContact | undefined {
      const row = store.get({ ...placeOf(account, 'contact'), id })
      return row && row.deletedAt === 0 ? (JSON.parse(row.body) as StoredContact) : undefined
    },
    deal(account: string, id: string): PlainOpportunity | undefined {
      const row = store.get({ ...placeOf(account, 'deal'), id })
      return row && row.deletedAt === 0 ? (JSON.parse(row.body) as PlainOpportunity) : undefined
    },
    putPerson(account: string, id: string, stored: StoredContact): void {
      const { createdAt, modifiedAt } = stored.person
      store.put(placeOf(account, 'contact'), { id, body: stored, createdAt, modifiedAt })
      pages.changed()
    },
    putDeal(account: string, id: string, deal: PlainOpportunity): void {
      store.put(placeOf(account, 'deal'), { id, body: deal, createdAt: deal.createdAt, modifiedAt: deal.modifiedAt })
      pages.changed()
    },
    remove(account: string, object: string, id: string): void {
      store.forget({ ...placeOf(account, object), id })
      pages.changed()
    },
  }
}
