// The admin API for logins and ad accounts.
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { AdsAdmin, NewAccount } from '../kit/vendor.ts'
import { dayMs, spendRow, vendor, type Customer, type State } from './state.ts'

const campaignIdOf = (store: Store, target: { account: string; adAccount: string }, name: string): string => {
  const there = { vendor, account: target.account, object: `campaign:${target.adAccount}` }
  const known = store.get({ ...there, id: name })
  if (known) return JSON.parse(known.body) as string
  const id = String(store.next('google:campaign', 20_000_000_001))
  store.put(there, { id: name, body: JSON.stringify(id), createdAt: Date.now(), modifiedAt: Date.now() })
  return id
}

const spendAdder =
  (store: Store, state: State): AdsAdmin['addSpend'] =>
  (account, id, spends) => {
    const paying = state.customer(account, id)
    if (!paying || paying.isManager) throw new Error('There is no such ad account')
    const names = new Set(spends.map(({ campaign }) => campaign))
    const ids = new Map([...names].map((name) => [name, campaignIdOf(store, { account, adAccount: id }, name)]))
    for (const spend of spends) {
      const campaignId = ids.get(spend.campaign) ?? ''
      const at = dayMs(spend.day)
      const body = spendRow(paying, campaignId, spend)
      store.put(
        { vendor, account, object: `spend:${id}` },
        { id: `${spend.day} ${campaignId}`, body, createdAt: at, modifiedAt: at },
      )
    }
  }

export const createAdminApi = (store: Store, state: State) => {
  const addCustomer = (account: string, made: Omit<Customer, 'id'>): string => {
    const id = String(store.next('google:customer', 1_000_000_001))
    const now = Date.now()
    store.put({ vendor, account, object: 'customer' }, { id, body: { id, ...made }, createdAt: now, modifiedAt: now })
    return id
  }

  const createAccount = ({ id, name, currency }: NewAccount): SandboxAccount => {
    const made = {
      vendor,
      account: id ?? String(store.next('google:login', 110_000_001)),
      name,
      facts: { email: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com` },
    }
    store.putAccount(made)
    // A login may have an ad account without any manager account.
    if (currency !== undefined) addCustomer(made.account, { name: `${name}'s own`, currency, isManager: false, manager: null })
    return made
  }

  const ads: AdsAdmin = {
    addBusiness(account, { name, adAccounts }) {
      const currency = adAccounts[0]?.currency ?? 'USD'
      const id = addCustomer(account, { name, currency, isManager: true, manager: null })
      return { id, adAccounts: adAccounts.map((one) => addCustomer(account, { ...one, isManager: false, manager: id })) }
    },
    addSpend: spendAdder(store, state),
    businesses(account) {
      const all = state.customers(account)
      const below = (id: string) =>
        all
          .filter(({ manager }) => manager === id)
          .map((one) => ({ id: one.id, name: one.name, days: state.days(account, one.id) }))
      return all.filter(({ isManager }) => isManager).map(({ id, name }) => ({ id, name, adAccounts: below(id) }))
    },
  }
  return { createAccount, ads }
}
