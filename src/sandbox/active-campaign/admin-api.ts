import type { CrmAdmin, PlainOpportunity, PlainContact, VendorAdmin } from '../kit/vendor.ts'
import type { Hooks } from './hooks.ts'
import { dealOf, type Stage } from './records.ts'
import { placeOf, vendor } from './pages.ts'
import { freshKey, type State } from './state.ts'

interface Parts {
  state: State
  hooks: Hooks
  url: () => string
}

export const stagesOf = (state: State, account: string, pipeline: number): Stage[] => {
  const known = state.store.account({ vendor, account })
  return known ? (state.groupsOf(known)[pipeline]?.stages ?? []) : []
}

const crmAdmin = ({ state, hooks }: Parts): CrmAdmin => {
  const putPerson = (account: string, id: string, person: PlainContact): void =>
    state.putPerson(account, id, { person, tagIds: person.tags.map((tag) => state.tagIdOf(account, tag)) })
  const wired = (account: string, id: string, deal: PlainOpportunity) => dealOf(id, deal, stagesOf(state, account, deal.pipeline))

  return {
    addPerson(account, person) {
      const id = state.newId(account, 'contact')
      putPerson(account, id, person)
      hooks.person(account, 'subscribe', id, person)
      return id
    },
    changePerson(account, id, change, at) {
      const stored = state.person(account, id)
      if (!stored) return
      const person = { ...stored.person, ...change, modifiedAt: at }
      putPerson(account, id, person)
      hooks.person(account, 'update', id, person)
    },
    removePerson: (account, id) => state.remove(account, 'contact', id),
    addDeal(account, deal) {
      const id = state.newId(account, 'deal')
      state.putDeal(account, id, deal)
      hooks.deal(account, 'deal_add', () => wired(account, id, deal), [])
      return id
    },
    changeDeal(account, id, { stage, ...change }, at) {
      const old = state.deal(account, id)
      if (!old) return
      const path = stage === undefined ? old.path : [...old.path, { stage, at }]
      const deal: PlainOpportunity = { ...old, ...change, path, modifiedAt: at }
      state.putDeal(account, id, deal)
      const what = typeof stage === 'number' ? 'stage' : stage === undefined ? Object.keys(change) : 'status'
      hooks.deal(account, 'deal_update', () => wired(account, id, deal), [what].flat())
    },
    removeDeal: (account, id) => state.remove(account, 'deal', id),
    people: (account, limit) =>
      state.store.list({ ...placeOf(account, 'contact'), descending: true, limit }).map(({ id, body }) => {
        const { person } = JSON.parse(body) as { person: PlainContact }
        return { id, name: `${person.firstName} ${person.lastName}`, detail: person.email }
      }),
    deals: (account, limit) =>
      state.store.list({ ...placeOf(account, 'deal'), descending: true, limit }).map(({ id, body }) => {
        const deal = JSON.parse(body) as PlainOpportunity
        const end = deal.path.at(-1)?.stage
        const open = typeof end === 'number' ? stagesOf(state, account, deal.pipeline)[end]?.title : end
        return { id, name: deal.name, detail: open ?? '' }
      }),
    counts: (account) => ({ people: state.pages.total(account, 'contact', 0), deals: state.pages.total(account, 'deal', 0) }),
  }
}

export const createAdminApi = (parts: Parts): VendorAdmin => ({
  createAccount: (account) => parts.state.createAccount(account),
  howToConnect: ({ account, facts }) => ({ url: `${parts.url()}/accounts/${account}`, api_key: facts['key'] ?? '' }),
  // Keys do not expire.
  expireTokens: () => {},
  revokeTokens(account) {
    const { store } = parts.state
    const known = store.account({ vendor, account })
    if (known) store.putAccount({ ...known, facts: { ...known.facts, key: freshKey() } })
  },
  crm: crmAdmin(parts),
})
