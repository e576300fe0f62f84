import { callAs, enterAs, newOwner, open, type Member } from './team.ts'
import {
  answerVendor,
  beginConnecting,
  behave,
  chooseFromMenu,
  connectSource,
  expectRead,
  inAccount,
  newAccount,
  openSource,
  openSources,
  sourceNamed,
  stall,
} from './sources.ts'
import { expect, expectAccessible, test, type Page } from './world.ts'
import type { Integration } from '../src/contract/integrations/integrations.ts'
import type { Product } from './product.ts'

const settingsOf = async (product: Product, member: Member, id: string) => {
  const { items } = (await callAs(product, member, { path: '/users-api/integrations/' })) as { items: Integration[] }
  return items.find((item) => item.id === id)?.settings
}

const change = (product: Product, member: Member, id: string, body: object) =>
  callAs(product, member, { method: 'PATCH', path: `/users-api/integrations/models/${id}`, body })

const openChoice = async (page: Page, name: string) => {
  await chooseFromMenu(page, name, 'What to sync')
  return page.getByRole('dialog', { name: `What to sync from ${name}` })
}

test('Mira syncs only contacts with a tag, sees first who is removed, and chooses the source field [SYNC-04] [SYNC-05]', async ({
  page,
  product,
  codeFor,
}) => {
  const mira = await newOwner(product, { name: 'Mira' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign' })
  for (const [firstName, tags] of [
    ['Ada', ['vip']],
    ['Ben', ['vip', 'web']],
    ['Cleo', ['web']],
    ['Dov', []],
  ] as const) {
    await inAccount(product, account, { path: '/people', body: { firstName, email: `${firstName}@example.com`, tags } })
  }
  const id = await connectSource(product, mira, account)
  await change(product, mira, id, { name: 'Clinic' })
  await expectRead(product, mira, id)
  await enterAs(page, product, mira)
  await openSources(page)
  const card = sourceNamed(page, 'Clinic')
  await expect(card).toContainText('4 contacts')

  const choice = await openChoice(page, 'Clinic')
  await expect(choice).toContainText('Leave empty for all contacts.')
  await choice.getByLabel('Source field').fill('Lead source')
  await expect(choice).toContainText('Saving starts a full resync. Nothing is removed.')
  await choice.getByRole('checkbox', { name: 'vip' }).check()
  await expect(choice).toContainText('removes contacts without one of these tags from Tributary')
  await expectAccessible(page)
  await choice.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove contacts without these tags?' })
  await expect(question).toContainText('About 2 of 4 contacts will be removed. Nothing changes in ActiveCampaign')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await settingsOf(product, mira, id)).toEqual({})
  await choice.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Save and remove' }).click()
  await expect(choice).toBeHidden()
  await expect(card).toContainText('2 contacts')
  expect(await settingsOf(product, mira, id)).toEqual({ tags: ['vip'], source_field: 'Lead source' })

  const again = await openChoice(page, 'Clinic')
  await expect(again.getByRole('checkbox', { name: 'vip' })).toBeChecked()
  await expect(again.getByLabel('Source field')).toHaveValue('Lead source')
  await again.getByLabel('Find or add a tag').fill('spring sale')
  await page.keyboard.press('Enter')
  await expect(again.getByRole('checkbox', { name: 'spring sale' })).toBeChecked()
  await again.getByLabel('Find or add a tag').fill('web')
  await again.getByRole('checkbox', { name: 'web' }).check()
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(again).toBeHidden()
  await expect(card).toContainText('3 contacts')
  expect(await settingsOf(product, mira, id)).toEqual({ tags: ['vip', 'spring sale', 'web'], source_field: 'Lead source' })
})

test('A filter that excludes almost all contacts waits until Priya approves the removal; a full resync is no approval [API-14]', async ({
  page,
  product,
  codeFor,
}) => {
  const priya = await newOwner(product, { name: 'Priya' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign', people: 40 })
  const id = await connectSource(product, priya, account)
  await expectRead(product, priya, id)
  await change(product, priya, id, { settings: { tags: ['mistyped'] } })
  await enterAs(page, product, priya)
  await page.goto(`/settings/integrations/${id}?tab=counts`)
  const note = page
    .getByRole('status')
    .filter({ hasText: 'The last sync would remove 40 contacts. Nothing has been removed yet' })
  await expect(note).toHaveCount(1)
  await expectAccessible(page)
  await stall(product, 'active_campaign', { path: '/contacts' })
  await page.getByRole('button', { name: 'Full resync' }).click()
  await expect(page.getByText('Syncing')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /^Progress of ActiveCampaign/ })).toBeVisible()
  await behave(product, 'active_campaign')
  await expect(page.getByText('Needs approval', { exact: true })).toBeVisible()
  await expect(note).toBeVisible()

  await note.getByRole('button', { name: 'Remove them' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove 40 contacts?' })
  await expect(question).toContainText('choose more under What to sync')
  await question.getByRole('button', { name: 'Remove them' }).click()
  await expect(note).toHaveCount(0)
  await expect(page.getByText('40 excluded by What to sync.')).toBeVisible()
  await expect(page.getByText('\u221240', { exact: true })).toBeVisible()
})

test('From Home Omar opens a removal that needs approval, sees who would be removed, and keeps them', async ({
  page,
  product,
  codeFor,
}) => {
  const omar = await newOwner(product, { name: 'Omar' }, codeFor)
  const account = await newAccount(product, { type: 'active_campaign', people: 40 })
  const id = await connectSource(product, omar, account)
  await expectRead(product, omar, id)
  await change(product, omar, id, { settings: { tags: ['mistyped'] } })
  await enterAs(page, product, omar)
  await open(page, '/', 'Home')
  await expect(page.getByText('The last sync would remove 40 contacts. Nothing has been removed yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Review removal: ActiveCampaign/ }).click()
  await expect(page.getByText('Needs approval', { exact: true })).toBeVisible()
  await expect(page.getByText(/failed/i)).toHaveCount(0)
  await expect(page.getByText('40 would be removed. Needs approval.')).toBeVisible()

  await page.getByRole('link', { name: 'Review the 40 contacts' }).click()
  await expect(page.getByText('Showing only contacts the last sync would remove.')).toBeVisible()
  await expect(page.getByText(/of 40$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Syncs' }).click()
  const syncs = page.getByRole('table', { name: 'Syncs' })
  await expect(syncs.getByText('Needs approval', { exact: true })).toBeVisible()
  await expect(page.getByText('On hold')).toHaveCount(0)
  await expect(page.getByText(/failed/i)).toHaveCount(0)

  await page.getByRole('button', { name: 'Keep them' }).click()
  await expect(page.getByText('Needs approval', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Counts' }).click()
  await expect(page.getByText('We kept 40 contacts that a sync would have removed.')).toBeVisible()
  await expectAccessible(page)
})

test('A vendor without tags offers no tag filter, and settings that are edited elsewhere stay [SYNC-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const olga = await newOwner(product, { name: 'Olga' }, codeFor)
  const id = await connectSource(product, olga, await newAccount(product, { type: 'hubspot', people: 3, deals: 3 }))
  const dispos = ['appointmentscheduled', 'open', 'won', 'lost']
  await change(product, olga, id, { settings: { dispos } })
  await expectRead(product, olga, id)
  await enterAs(page, product, olga)
  await openSources(page)
  const choice = await openChoice(page, 'HubSpot')
  await expect(choice.getByRole('group', { name: 'Only opportunities that are' })).toBeVisible()
  await expect(choice.getByRole('checkbox', { name: 'In stage appointmentscheduled' })).toBeChecked()
  await expect(choice.getByRole('group', { name: /tags/ })).toHaveCount(0)
  await choice.getByLabel('Source field').fill('hs_lead_status')
  await choice.getByRole('button', { name: 'Save' }).click()
  await expect(choice).toBeHidden()
  expect(await settingsOf(product, olga, id)).toEqual({ dispos, source_field: 'hs_lead_status' })
})

test('A sheet cannot be mapped without a column for the creation date [SYNC-05]', async ({ page, product, codeFor }) => {
  const ivo = await newOwner(product, { name: 'Ivo' }, codeFor)
  const id = await connectSource(product, ivo, await newAccount(product, { type: 'googlesheet', people: 3 }))
  await enterAs(page, product, ivo)
  await openSource(page, `${id}?tab=mapping`)
  const created = page.getByLabel('Created on')
  await expect(created.getByRole('option', { selected: true })).not.toHaveText('Not synced')
  const chosen = await created.inputValue()
  await created.selectOption('Not synced')
  await expect(page.getByText('“Created on” is required')).toBeVisible()
  await expect(page.getByText('Choose a column for “Created on”. Without it')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save mapping' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await save.press('Enter')
  expect(await settingsOf(product, ivo, id)).not.toHaveProperty('map')
  await created.selectOption(chosen)
  await expect(page.getByText('“Created on” is required')).toBeHidden()
  await save.click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
})

test('Connecting a table leads to its mapping, and from there back to all sources [SYNC-05] [SYNC-08]', async ({
  page,
  product,
  codeFor,
}) => {
  const ivo = await newOwner(product, { name: 'Ivo' }, codeFor)
  const sheet = await newAccount(product, { type: 'googlesheet', people: 3 })
  const base = await newAccount(product, { type: 'airtable', people: 3 })
  await enterAs(page, product, ivo)
  await openSources(page)
  const columns = page.getByRole('tabpanel', { name: 'Mapping' })
  const first = await beginConnecting(page, 'Google Sheets')
  await first.getByLabel('Sheet URL').fill(sheet.connect['url'] ?? '')
  await first.getByRole('button', { name: 'Continue to Google Sheets' }).click()
  await answerVendor(page, sheet, 'Allow')
  await expect(page.getByText("Integration SUCCESSFUL! You're signed in to Google Sheets.")).toBeVisible()
  await expect(columns).toContainText('Preview')
  await expect(page.getByText("Setup isn't finished. The first sync starts once you map the columns.")).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article', { name: /^Google Sheets/ })).toContainText('Map the columns')

  const second = await beginConnecting(page, 'Airtable')
  await second.getByRole('textbox', { name: 'Personal access token' }).fill(base.connect['token'] ?? '')
  await second.getByLabel('Base ID').fill(base.connect['base_id'] ?? '')
  await second.getByLabel('Table ID').fill(base.connect['table_id'] ?? '')
  await second.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText("Integration SUCCESSFUL! You're signed in to Airtable.")).toBeVisible()
  await expect(columns).toContainText('Preview')
})
