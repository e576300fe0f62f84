// Sources and their vendors: actions of a user at a vendor go through the admin API of the sandboxes.
import type { Locator } from '@playwright/test'
import type { Integration } from '../src/contract/integrations/integrations.ts'
import type { ProviderType } from '../src/contract/integrations/providers.ts'
import { callAs, open, type Member } from './team.ts'
import { expect, someCompany, soon, type Page } from './world.ts'
import type { Product } from './product.ts'

/** An account at a vendor. */
export interface VendorAccount {
  type: ProviderType
  id: string
  name: string
  /** The fields to enter when it is connected. */
  connect: Record<string, string>
}

const sandboxUrls = new WeakMap<Product, string>()

const sandboxUrlOf = async (product: Product): Promise<string> => {
  const text = await (await fetch(`${product.url}/sandboxes`)).text()
  const url = sandboxUrls.get(product) ?? /"sandboxUrl":"([^"]+)"/.exec(text)?.[1] ?? ''
  sandboxUrls.set(product, url)
  return url
}

interface Act {
  method?: string
  path: string
  body?: object
}

const prefixOf = (type: ProviderType): string => type.replaceAll('_', '-')

/** Calls the admin API for a vendor. */
export const atVendor = async <T = unknown>(product: Product, type: ProviderType, { method, path, body }: Act): Promise<T> => {
  const response = await fetch(`${await sandboxUrlOf(product)}/__admin/${prefixOf(type)}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

interface AccountOptions {
  type: ProviderType
  people?: number
  deals?: number
}

/** Creates a new account with contacts and opportunities. */
export const newAccount = async (product: Product, { type, people = 0, deals = 0 }: AccountOptions): Promise<VendorAccount> => {
  const made = await atVendor<VendorAccount>(product, type, { path: '/accounts', body: { name: someCompany('Brightsmile') } })
  const account = { ...made, type }
  await atVendor(product, type, { method: 'PUT', path: '/limits', body: { on: false } })
  if (people > 0) await inAccount(product, account, { path: '/fill', body: { people, deals } })
  return account
}

/** Calls the admin API for one account of a vendor. */
export const inAccount = <T = unknown>(product: Product, { type, id }: VendorAccount, act: Act): Promise<T> =>
  atVendor<T>(product, type, { ...act, path: `/accounts/${encodeURIComponent(id)}${act.path}` })

/** Makes the vendor answer a number of calls to a path, and then none until it is released. */
export const stall = (product: Product, type: ProviderType, where: { path?: string; after?: number } = {}): Promise<unknown> =>
  atVendor(product, type, { path: '/faults', body: { kind: 'stall', ...where } })

export const behave = (product: Product, type: ProviderType): Promise<unknown> =>
  atVendor(product, type, { method: 'DELETE', path: '/faults' })

const sourceOf = async (product: Product, member: Member, id: string): Promise<Integration | undefined> => {
  const { items } = (await callAs(product, member, { path: '/users-api/integrations/' })) as { items: Integration[] }
  return items.find((item) => item.id === id)
}

/** Waits until the open run has ended. */
export const expectRead = (product: Product, member: Member, id: string): Promise<void> =>
  expect
    .poll(async () => (await sourceOf(product, member, id))?.last_run?.finished_at ?? null, { intervals: soon })
    .not.toBeNull()

/** Connects a source by API and waits for the first sync, for tests that are not about connecting. */
export const connectSource = async (product: Product, member: Member, account: VendorAccount): Promise<string> => {
  const { type, id, connect: fields } = account
  const post = async (path: string, body: object) =>
    (await callAs(product, member, { method: 'POST', path: `/users-api/integrations/${type}/${path}`, body })) as {
      oauth_url: string | null
      integration: Integration | null
    }
  const { oauth_url: url, integration } = await post('connect', { fields })
  if (integration) return integration.id
  const answer = new URLSearchParams({ account: id, answer: 'allow' })
  const { headers } = await fetch(url ?? '', { method: 'POST', body: answer, redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const finished = await post('callback', { code: searchParams.get('code'), state: searchParams.get('state') })
  const made = finished.integration?.id ?? ''
  if (finished.integration?.needs === null) await expectRead(product, member, made)
  return made
}

interface SpentDay {
  campaign: string
  day: string
  spend: number
  impressions: number
  clicks: number
  conversions: number
}

/** Connects an ad account with spend by API, chooses it and waits for the first sync. */
export const connectAds = async (product: Product, member: Member, days: readonly SpentDay[]): Promise<string> => {
  const account = await newAccount(product, { type: 'facebook' })
  const { adAccounts } = await inAccount<{ adAccounts: string[] }>(product, account, {
    path: '/businesses',
    body: { name: 'Northlight', adAccounts: [{ name: 'Lumen', currency: 'EUR' }] },
  })
  const adaccount = adAccounts[0] ?? ''
  await inAccount(product, account, { path: `/ad-accounts/${adaccount}/spend`, body: days })
  const id = await connectSource(product, member, account)
  const body = { integration_id: id, adaccount }
  await callAs(product, member, { method: 'POST', path: '/users-api/integrations/facebook/update_adaccount', body })
  await expectRead(product, member, id)
  return id
}

/** Opens the page of a source by its id, which may be followed by a query string. */
export const openSource = async (page: Page, source: string): Promise<void> => {
  await page.goto(`/settings/integrations/${source}`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Connected syncs' })).toBeVisible()
}

export const openSources = (page: Page): Promise<void> => open(page, '/settings/integrations', 'Connected syncs')

/** The card of a source. Its accessible name has the account after the name. */
export const sourceNamed = (page: Page, name: string): Locator => page.getByRole('article', { name: new RegExp(`^${name}(,|$)`) })

/** The panel of the newest run, on the page of its source. */
export const runOf = (page: Page, name: string): Locator => page.getByRole('article', { name: `Sync of ${name}` })

/** Opens the connect form from the gallery. */
export const beginConnecting = async (page: Page, provider: string): Promise<Locator> => {
  await page.getByRole('button', { name: `Connect ${provider}` }).click()
  const drawer = page.getByRole('dialog', { name: `Connect ${provider}` })
  await expect(drawer.getByRole('heading', { name: 'What we read' })).toBeVisible()
  return drawer
}

/** The name under which HubSpot reports an account. */
export const portalOf = ({ name }: VendorAccount): string => `${name.toLowerCase().replaceAll(' ', '-')}.example.com`

/** Allows or denies access on the vendor's own page. */
export const answerVendor = async (page: Page, { name }: VendorAccount, answer: 'Allow' | 'Deny'): Promise<void> => {
  await expect(page.getByRole('heading', { name: /^Connect Tributary to / })).toBeVisible()
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: answer }).click()
}

export const chooseFromMenu = async (page: Page, source: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More about ${source}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
