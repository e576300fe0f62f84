// The admin API for users, businesses and ad accounts.
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { AdsAdmin, NewAccount } from '../kit/vendor.ts'
import { campaignOf, dayMs, insightOf, vendor, type AdAccountBody, type State } from './state.ts'

const timeZone = 'America/New_York'

interface NewAdAccount {
  name: string
  currency: string
  business?: { id: string; name: string }
}

const createMaker = (store: Store) => {
  const put = (account: string, object: string, body: { id: string }): void =>
    store.put({ vendor, account, object }, { id: body.id, body, createdAt: Date.now(), modifiedAt: Date.now() })

  const addAdAccount = (account: string, { name, currency, business }: NewAdAccount): string => {
    const number = String(store.next('facebook:ad_account', 310_000_000_000_001))
    const body: AdAccountBody = {
      id: `act_${number}`,
      account_id: number,
      name,
      account_status: 1,
      currency,
      timezone_name: timeZone,
      amount_spent: '0',
      ...(business ? { business } : {}),
    }
    put(account, 'ad_account', body)
    return body.id
  }
  return { put, addAdAccount }
}

const spendAdder =
  (store: Store, state: State, put: ReturnType<typeof createMaker>['put']): AdsAdmin['addSpend'] =>
  (account, id, spends) => {
    const paying = state.adAccount(account, id)
    if (!paying) throw new Error('There is no such ad account')
    const known = new Map(state.list(account, `campaign:${id}`).map((one) => [String(one['name']), String(one['id'])]))
    for (const spend of spends) {
      const campaignId = known.get(spend.campaign) ?? String(store.next('facebook:campaign', 1_202_000_000_000_001))
      if (!known.has(spend.campaign)) put(account, `campaign:${id}`, campaignOf(paying, campaignId, spend.campaign))
      known.set(spend.campaign, campaignId)
      const at = dayMs(spend.day)
      const body = insightOf(paying, campaignId, spend)
      store.put(
        { vendor, account, object: `spend:${id}` },
        { id: `${spend.day} ${campaignId}`, body, createdAt: at, modifiedAt: at },
      )
    }
  }

export const createAdminApi = (store: Store, state: State) => {
  const { put, addAdAccount } = createMaker(store)

  const createAccount = ({ id, name, currency }: NewAccount): SandboxAccount => {
    const made = { vendor, account: id ?? String(store.next('facebook:person', 100_000_000_000_001)), name, facts: {} }
    store.putAccount(made)
    // A user may have an ad account without any business.
    if (currency !== undefined) addAdAccount(made.account, { name: `${name}'s own`, currency })
    return made
  }

  const addBusiness: AdsAdmin['addBusiness'] = (account, { name, adAccounts, isGuest = false }) => {
    const business = { id: String(store.next('facebook:business', 200_000_000_000_001)), name }
    const body = { ...business, verification_status: 'verified', timezone_id: 7, isGuest }
    put(account, 'business', body)
    return { id: business.id, adAccounts: adAccounts.map((one) => addAdAccount(account, { ...one, business })) }
  }

  const ads: AdsAdmin = {
    addBusiness,
    addSpend: spendAdder(store, state, put),
    businesses: (account) =>
      state.list(account, 'business').map((business) => ({
        id: String(business['id']),
        name: String(business['name']),
        adAccounts: state
          .adAccounts(account)
          .filter((one) => one.business?.id === business['id'])
          .map(({ id, name }) => ({ id, name, days: state.days(account, id) })),
      })),
  }
  return { createAccount, ads }
}
