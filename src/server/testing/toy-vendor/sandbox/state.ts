import type { SandboxAccount, Store } from '#sandbox/kit/store.ts'
import type { AdsAdmin, NewAccount, PlainSpend } from '#sandbox/kit/vendor.ts'

export const vendor = 'kestrel-ads'

interface Advertiser {
  id: string
  name: string
}

interface AdAccount extends Advertiser {
  advertiser_id: string | null
  currency: string
  is_active: boolean
}

const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Logins with their advertisers, ad accounts and spend. */
export const createState = (store: Store) => {
  const all = <T>(account: string, object: string): T[] =>
    store.list({ vendor, account, object }).map(({ body }) => JSON.parse(body) as T)
  const put = (account: string, object: string, row: { id: string; name?: string }, at = Date.now()): void =>
    store.put({ vendor, account, object }, { id: row.id, body: row, createdAt: at, modifiedAt: at })
  const fresh = (): string => `k${store.next(vendor, 1000)}`

  const advertisers = (account: string) => all<Advertiser>(account, 'advertiser')
  const adAccounts = (account: string) => all<AdAccount>(account, 'ad-account')
  const between = (account: string, adAccount: string, { from, until }: { from: string; until: string }) => {
    const days = { modifiedFrom: dayMs(from), modifiedTo: dayMs(until), orderBy: 'modified' as const }
    return store.list({ vendor, account, object: `spend:${adAccount}`, ...days })
  }

  const createAccount = ({ id, name }: NewAccount): SandboxAccount => {
    const made = { vendor, account: id ?? fresh(), name, facts: {} }
    store.putAccount(made)
    return made
  }

  const rowOf = ({ campaign, day, spend, impressions, clicks, conversions }: PlainSpend, currency: string) => {
    const campaignId = campaign.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const figures = { cost: spend.toFixed(2), currency, impressions, clicks, conversions }
    return { id: `${day} ${campaignId}`, campaign_id: campaignId, campaign, day, ...figures }
  }

  const ads: AdsAdmin = {
    addBusiness(account, { name, adAccounts: wanted }) {
      const id = fresh()
      put(account, 'advertiser', { id, name })
      const made = wanted.map((one) => ({ id: fresh(), ...one, advertiser_id: id, is_active: true }))
      for (const one of made) put(account, 'ad-account', one)
      return { id, adAccounts: made.map((one) => one.id) }
    },
    addSpend(account, id, days) {
      const paying = adAccounts(account).find((one) => one.id === id)
      if (!paying) throw new Error('There is no such ad account')
      for (const day of days) put(account, `spend:${id}`, rowOf(day, paying.currency), dayMs(day.day))
    },
    businesses: (account) =>
      advertisers(account).map(({ id, name }) => ({
        id,
        name,
        adAccounts: adAccounts(account)
          .filter((one) => one.advertiser_id === id)
          .map((one) => ({ id: one.id, name: one.name, days: all(account, `spend:${one.id}`).length })),
      })),
  }

  return { advertisers, adAccounts, between, createAccount, ads }
}
