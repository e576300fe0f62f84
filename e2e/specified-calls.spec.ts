// Our own client uses the calls of the specification in the flows that the specification describes.
import type { Request } from '@playwright/test'
import { beginConnecting, behave, chooseFromMenu, connectSource, newAccount, openSources, sourceNamed, stall } from './sources.ts'
import { demoUser, enterAs, newOwner } from './team.ts'
import { expect, test, type Page } from './world.ts'

/** Records calls to the three APIs that change something, such as `POST /crm/sync`, with their bodies. */
const listen = (page: Page) => {
  const calls: { line: string; body: unknown }[] = []
  page.on('request', (request: Request) => {
    const path = /\/(?:users|agencies|contacts)-api(\/.*)$/.exec(request.url())?.[1]
    if (path) calls.push({ line: `${request.method()} ${path}`, body: request.postDataJSON() as unknown })
  })
  return {
    find: (line: string) => calls.find((made) => made.line.startsWith(line)),
    count: (line: string) => calls.filter((made) => made.line.startsWith(line)).length,
  }
}

test('Maya connects ActiveCampaign, chooses what is synced and syncs it, all with the calls of the specification [API-08] [API-10] [API-14] [API-19] [SHELL-03]', async ({
  page,
  product,
  codeFor,
}) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign', people: 5 })
  await enterAs(page, product, maya)
  await openSources(page)
  const calls = listen(page)

  const drawer = await beginConnecting(page, 'ActiveCampaign')
  await drawer.getByLabel('API URL').fill(account.connect['url'] ?? '')
  await drawer.getByRole('textbox', { name: 'API key' }).fill(account.connect['api_key'] ?? '')
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('integrated')).toBe('active campaign')
  expect(calls.find('POST /integrations/active_campaign')?.body).toEqual({
    type: 'active campaign',
    syncing: true,
    client_id: expect.any(String),
    hub_id: null,
    url: account.connect['url'],
    refresh_token: account.connect['api_key'],
  })
  const card = sourceNamed(page, 'ActiveCampaign')
  await expect(card).toContainText('5 contacts')

  await chooseFromMenu(page, 'ActiveCampaign', 'Name and schedule')
  const settings = page.getByRole('dialog', { name: 'Name and schedule' })
  const details = settings.getByRole('region', { name: 'Connection details' })
  await expect(details).toContainText(account.connect['url'] ?? '')
  await expect(details).toContainText('Stored encrypted')
  expect(calls.count('GET /integrations/models/?client_id=')).toBe(1)
  await settings.getByLabel('Name').fill('Campaigns')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Campaigns saved.')).toBeVisible()
  expect(calls.find('PATCH /integrations/models/')?.body).toMatchObject({ name: 'Campaigns' })

  await chooseFromMenu(page, 'Campaigns', 'What to sync')
  const choice = page.getByRole('dialog', { name: 'What to sync from Campaigns' })
  await choice.getByLabel('Source field').fill('utm_source')
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(choice).toBeHidden()
  expect(calls.find('POST /configs/configs_ac')?.body).toMatchObject({ source_field: 'utm_source', hub_id: expect.any(String) })

  const sync = page.getByRole('button', { name: 'Sync now: Campaigns' })
  await expect(sync).toBeEnabled()
  await sync.click()
  await expect
    .poll(() => calls.find('POST /crm/sync')?.body)
    .toMatchObject({
      type: 'active campaign',
      client_id: expect.any(String),
      integrationId: expect.any(String),
      email: maya.email,
      name: 'Maya',
      env: 'prod',
    })
  await expect(page.getByText('The sync of Campaigns has started.')).toBeVisible()
})

test('Removing a source shows "Integration removed"; a failure shows "Failed to remove the integration" and why [API-07] [SYNC-11]', async ({
  page,
  product,
  codeFor,
}) => {
  const omar = await newOwner(product, { name: 'Omar' }, codeFor)
  await connectSource(product, omar, await newAccount(product, { type: 'hubspot', people: 3 }))
  await enterAs(page, product, omar)
  await openSources(page)
  await chooseFromMenu(page, 'HubSpot', 'Disconnect')
  const question = page.getByRole('dialog', { name: /^Disconnect HubSpot/ })
  const disconnect = question.getByRole('button', { name: 'Disconnect', exact: true })
  await expect(question.getByRole('radio').first()).toBeVisible()
  await page.route('**/users-api/integrations/*?erase=*', (route) => route.abort())
  await disconnect.click()
  await expect(question.getByRole('alert')).toHaveText(
    "Failed to remove the integration. Network Error: we couldn't reach the server. Check your connection and try again.",
  )
  await page.unrouteAll()
  await disconnect.click()
  await expect(page.getByText(/^Integration removed\. HubSpot, .+ is disconnected\.$/)).toBeVisible()
})

test('While the live stream is down, Iris still sees the progress of a sync [API-18] [SYNC-07]', async ({
  page,
  product,
  codeFor,
}) => {
  const iris = await newOwner(product, { name: 'Iris' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign', people: 900 })
  await stall(product, 'active_campaign', { path: '/contacts' })
  await enterAs(page, product, iris)
  await page.route('**/agencies-api/live', (route) => route.abort())
  const calls = listen(page)
  await connectSource(product, iris, account)
  await openSources(page)
  const card = sourceNamed(page, 'ActiveCampaign')
  await expect(card).toContainText('Syncing')
  expect(calls.count('GET /contacts/check_integration_status')).toBe(0)
  await expect.poll(() => calls.count('GET /contacts/check_integration_status?client_id=')).toBeGreaterThan(1)
  await behave(product, 'active_campaign')
  await expect(card).toContainText('900 contacts')
})

test('Every spelling in ?integrated= shows that ActiveCampaign is connected [SHELL-03]', async ({ page, product, codeFor }) => {
  const lena = await newOwner(product, { name: 'Lena' }, codeFor)
  await connectSource(product, lena, await newAccount(product, { type: 'active_campaign', people: 1 }))
  await enterAs(page, product, lena)
  for (const spelling of ['active campaign', 'active%20campaign', 'active+campaign', 'active_campaign']) {
    await page.goto(`/settings/integrations?integrated=${spelling}`)
    await expect(page.getByText('Integration SUCCESSFUL! ActiveCampaign is connected.')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('integrated')).toBe('active campaign')
  }
})

test('Staff who search for an email address find the account of its user [API-06] [ADMIN-01]', async ({ page, product }) => {
  await enterAs(page, product, demoUser('noor@staff.example.com'))
  await page.goto('/admin/clients')
  const calls = listen(page)
  await page.getByRole('searchbox').fill('cho@northlight.example.com')
  await expect(page.getByRole('row', { name: /Northlight Growth/ })).toBeVisible()
  await expect.poll(() => calls.count('GET /clients/email?email=cho%40northlight.example.com')).toBe(1)
  await page.getByRole('searchbox').fill('nobody@northlight.example.com')
  await expect(page.getByText('No results')).toBeVisible()
})
