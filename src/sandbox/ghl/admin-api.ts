import type { Tokens } from '../kit/oauth-server.ts'
import type { CrmAdmin, PlainOpportunity, PlainContact, VendorAdmin } from '../kit/vendor.ts'
import type { Agencies } from './agencies.ts'
import type { Hooks } from './hooks.ts'
import { opportunityOf } from './records.ts'
import { placeOf, type State } from './state.ts'

export const wired = (state: State, account: string, id: string, deal: PlainOpportunity) =>
  opportunityOf(id, deal, {
    locationId: account,
    pipelines: state.pipelinesOf(account),
    person: state.person(account, deal.personIds[0] ?? ''),
  })

/** One change is sent more than once there: as its own event, and as an update. */
const eventsOf = ({ stage, amount }: Parameters<CrmAdmin['changeDeal']>[2]): string[] => [
  ...(typeof stage === 'number' ? ['OpportunityStageUpdate'] : []),
  ...(typeof stage === 'string' ? ['OpportunityStatusUpdate'] : []),
  ...(amount === undefined ? [] : ['OpportunityMonetaryValueUpdate']),
  'OpportunityUpdate',
]

const listing = (state: State): Pick<CrmAdmin, 'people' | 'deals' | 'counts'> => ({
  people: (account, limit) =>
    state.store.list({ ...placeOf(account, 'contact'), descending: true, limit }).map(({ id, body }) => {
      const person = JSON.parse(body) as PlainContact
      return { id, name: `${person.firstName} ${person.lastName}`, detail: person.email }
    }),
  deals: (account, limit) =>
    state.store.list({ ...placeOf(account, 'opportunity'), descending: true, limit }).map(({ id, body }) => {
      const deal = JSON.parse(body) as PlainOpportunity
      const stage = deal.path.at(-1)?.stage
      const open = typeof stage === 'number' ? state.pipelinesOf(account)[deal.pipeline]?.stages[stage]?.name : stage
      return { id, name: deal.name, detail: open ?? '' }
    }),
  counts: (account) => ({ people: state.pages.total(account, 'contact'), deals: state.pages.total(account, 'opportunity') }),
})

const crmAdmin = (state: State, hooks: Hooks): CrmAdmin => ({
  addPerson(account, person) {
    const id = state.newId(account, 'contact')
    state.noteTags(account, person.tags)
    state.put(account, 'contact', id, person)
    hooks.person(account, 'ContactCreate', id, person)
    return id
  },
  changePerson(account, id, change, at) {
    const old = state.person(account, id)
    if (!old) return
    const person: PlainContact = { ...old, ...change, modifiedAt: at }
    state.noteTags(account, person.tags)
    state.put(account, 'contact', id, person)
    hooks.person(account, change.tags ? 'ContactTagUpdate' : 'ContactUpdate', id, person)
  },
  removePerson(account, id, at) {
    const old = state.person(account, id)
    if (!old) return
    state.remove(account, 'contact', id, at)
    hooks.person(account, 'ContactDelete', id, old)
  },
  addDeal(account, deal) {
    const id = state.newId(account, 'opportunity')
    state.put(account, 'opportunity', id, deal)
    hooks.deal(account, 'OpportunityCreate', () => wired(state, account, id, deal))
    return id
  },
  changeDeal(account, id, change, at) {
    const old = state.deal(account, id)
    if (!old) return
    const { stage, ...rest } = change
    const deal: PlainOpportunity = {
      ...old,
      ...rest,
      path: stage === undefined ? old.path : [...old.path, { stage, at }],
      modifiedAt: at,
    }
    state.put(account, 'opportunity', id, deal)
    for (const type of eventsOf(change)) hooks.deal(account, type, () => wired(state, account, id, deal))
  },
  removeDeal(account, id, at) {
    const old = state.deal(account, id)
    if (!old) return
    state.remove(account, 'opportunity', id, at)
    hooks.deal(account, 'OpportunityDelete', () => wired(state, account, id, old))
  },
  ...listing(state),
})

interface AdminParts {
  agencies: Agencies
  hooks: Hooks
  tokens: Tokens
}

/** Removing the application from an agency removes it from each of its locations. */
const uninstaller =
  ({ agencies, tokens, hooks }: AdminParts) =>
  (account: string): void => {
    const locations = agencies.locations(account)
    hooks.uninstall(locations === null ? { locationId: account } : { companyId: account })
    agencies.uninstall(account)
    for (const id of [account, ...(locations ?? []).map((location) => location.id)]) tokens.revokeAll(id)
  }

export const createAdminApi = (state: State, parts: AdminParts): VendorAdmin => ({
  createAccount: (account) => state.createAccount(account),
  howToConnect: () => ({}),
  expireTokens: (account) => parts.tokens.expireAll(account),
  revokeTokens: uninstaller(parts),
  crm: crmAdmin(state, parts.hooks),
  agencies: parts.agencies,
})
