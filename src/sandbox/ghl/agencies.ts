// Agencies (companies) with their locations, and where the application is installed.
import type { SandboxAccount } from '../kit/store.ts'
import type { AgencyAdmin } from '../kit/vendor.ts'
import { idOf, placeOf, vendor, type State } from './state.ts'

interface Location {
  id: string
  name: string
  isInstalled: boolean
}

export interface Agencies extends AgencyAdmin {
  isAgency(account: string): boolean
  /** An agency includes each of its locations. */
  install(account: string): void
  uninstall(account: string): void
  labelOf(account: SandboxAccount): string
}

const isAgencyAccount = ({ facts }: SandboxAccount): boolean => facts['kind'] === 'agency'

export const createAgencies = (state: State): Agencies => {
  const { store } = state
  const isAgency = (account: string): boolean => {
    const known = store.account({ vendor, account })
    return known !== undefined && isAgencyAccount(known)
  }
  const companyOf = (location: string): string => store.account({ vendor, account: location })?.facts['companyId'] ?? ''
  const locationsOf = (company: string): Location[] => {
    const installed = new Set(store.list(placeOf(company, 'installation')).map(({ id }) => id))
    return store
      .accounts(vendor)
      .filter((one) => one.facts['companyId'] === company)
      .map(({ account, name }) => ({ id: account, name, isInstalled: installed.has(account) }))
  }
  const idsOf = (account: string): string[] => (isAgency(account) ? locationsOf(account).map(({ id }) => id) : [account])
  return {
    isAgency,
    addAgency({ name, locations }) {
      const id = idOf(`company ${store.next('ghl/company')} ${name}`)
      store.putAccount({ vendor, account: id, name, facts: { kind: 'agency' } })
      return { id, locations: locations.map((location) => state.createAccount(location, id).account) }
    },
    locations: (account) => (isAgency(account) ? locationsOf(account) : null),
    install(account) {
      const now = Date.now()
      for (const id of idsOf(account))
        store.put(placeOf(companyOf(id), 'installation'), { id, body: {}, createdAt: now, modifiedAt: now })
    },
    uninstall(account) {
      for (const id of idsOf(account)) store.remove({ ...placeOf(companyOf(id), 'installation'), id }, Date.now())
    },
    labelOf: (account) =>
      isAgencyAccount(account) ? `${account.name} (agency, ${locationsOf(account.account).length} locations)` : account.name,
  }
}
