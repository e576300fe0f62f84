import { connectAdAccounts } from '#contract/integrations/ad-accounts.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { addDays } from '#server/connectors/kit/day-windows.ts'
import { connect } from '#server/testing/vendors/sources.ts'
import type { Stage } from '#server/testing/vendors/stage.ts'
import type { TestUser } from '#server/testing/world.ts'

export type AdVendor = 'facebook' | 'google'

export const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** An ad platform that the test controls through its admin API. */
export const playAds = ({ sandbox }: Pick<Stage, 'sandbox'>, type: AdVendor) => {
  const found = sandbox.installed.find(({ vendor: { prefix } }) => prefix === slugOf(type))
  const ads = found?.admin.ads
  if (!found || !ads) throw new Error(`There are no ads at ${type}`)
  return { ...found, ads }
}

export interface AdAccount {
  type: AdVendor
  /** The login at the vendor. */
  account: string
  name: string
  businessid: string
  adaccount: string
}

/** Opens an ad account with this many days of spend per campaign, up to yesterday. */
export const openAdAccount = (
  stage: Pick<Stage, 'sandbox'>,
  { type, campaigns, days }: { type: AdVendor; campaigns: number; days: number },
): AdAccount => {
  const { admin, ads } = playAds(stage, type)
  const { account, name } = admin.createAccount({ name: 'Northlight' })
  const business = ads.addBusiness(account, { name: 'Northlight', adAccounts: [{ name: 'Main', currency: 'EUR' }] })
  const [adaccount = ''] = business.adAccounts
  const figures = { spend: 10, impressions: 1000, clicks: 12, conversions: 2 }
  const spend = Array.from({ length: campaigns * days }, (_, index) => ({
    campaign: `Campaign ${index % campaigns}`,
    day: addDays(yesterday, -Math.floor(index / campaigns)),
    ...figures,
  }))
  stage.sandbox.store.transaction(() => ads.addSpend(account, adaccount, spend))
  return { type, account, name, businessid: business.id, adaccount }
}

/** Returns the id of the source. */
export const connectAdAccount = async (
  user: TestUser,
  { type, account, name, businessid, adaccount }: AdAccount,
): Promise<string> => {
  const { id } = await connect(user, type, { id: account, name, connect: {} })
  await user.call(connectAdAccounts, { params: { id }, body: { adaccounts: [{ adaccount, businessid }] } })
  return id
}

/** Connects an ad account with spend that has not been synced yet. Returns the id of the source. */
export const connectAds = (
  stage: Stage,
  user: TestUser,
  spend: { type: AdVendor; campaigns: number; days: number },
): Promise<string> => connectAdAccount(user, openAdAccount(stage, spend))
