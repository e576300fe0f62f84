import { write } from './database.ts'
import {
  answerVendor,
  atVendor,
  behave,
  chooseFromMenu,
  connectSource,
  inAccount,
  newAccount,
  openSource,
  openSources,
  portalOf,
  runOf,
  sourceNamed,
  stall,
} from './sources.ts'
import { callAs, enterAs, joinTeam, emailTo, newOwner, open } from './team.ts'
import { expect, expectAccessible, test } from './world.ts'

test('Iris sees what a sync reads, its rate and its remaining time, and cancels it [SYNC-07]', async ({
  page,
  product,
  codeFor,
}) => {
  const iris = await newOwner(product, { name: 'Iris' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 1500, deals: 5 })
  await stall(product, 'hubspot', { path: '/contacts?limit=100&after=', after: 10 })
  await enterAs(page, product, iris)
  await openSources(page)
  await page.getByRole('button', { name: 'Connect HubSpot' }).click()
  await page.getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Allow')
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toContainText(/[1-9]\d*%/)
  await expect(card).toContainText(/[\d,]+ of 1,500 contacts/)
  await expect(card).toContainText(/[1-9]\d* pages?/)
  await expect(card).toContainText(/[1-9][\d.,]* records\/s/)
  await expect(card).toContainText(/Less than a minute left|About \d+ min left/)
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Details of HubSpot' }).click()
  const panel = runOf(page, 'HubSpot')
  await expect(panel).toContainText('First sync running')
  await expect(panel).toContainText(/[1-9]\d*%/)
  await expect(panel).toContainText(/[\d,]+ of 1,500 contacts/)
  await expect(panel).toContainText(/Pages[1-9]\d*/)
  await expect(panel).toContainText(/Rate[1-9][\d.,]* records\/s/)
  await expect(panel).toContainText(/Less than a minute left|About \d+ min left/)
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Cancel sync' }).click()
  const question = page.getByRole('alertdialog', { name: /^Cancel the sync of HubSpot/ })
  await question.getByRole('button', { name: 'Keep syncing' }).click()
  await expect(question).toBeHidden()
  await panel.getByRole('button', { name: 'Cancel sync' }).click()
  await question.getByRole('button', { name: 'Cancel sync' }).click()
  await expect(panel).toContainText('Stopping')
  await expect(panel).not.toContainText(' left')
  await behave(product, 'hubspot')
  await expect(panel).toContainText('Canceled')
  await expect(panel.getByRole('progressbar')).toHaveCount(0)
  await page.goBack()
  await expect(card).toContainText(', canceled')
  await expect(card.getByRole('button', { name: 'Sync now: HubSpot' })).toBeEnabled()
})

test('When the vendor revokes access, Omar sees why on card, bell and email; reconnecting continues the same source [SYNC-09]', async ({
  page,
  product,
  codeFor,
}) => {
  const omar = await newOwner(product, { name: 'Omar' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 6, deals: 2 })
  await connectSource(product, omar, account)
  await enterAs(page, product, omar)
  await openSources(page)
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toContainText('6 contacts and 2 opportunities')
  await inAccount(product, account, { path: '/tokens', body: { do: 'revoke' } })
  await card.getByRole('button', { name: 'Sync now: HubSpot' }).click()
  const lost = card.filter({ hasText: 'Access revoked' })
  await expect(lost).toContainText('Error')
  await expect(lost).toContainText(/Access revoked (just now|\d+ min ago)/)
  await expect(lost).toContainText('Nothing is lost. The next sync resumes where the last one stopped.')
  await expect(lost).toContainText('6 contacts and 2 opportunities')
  const { text } = await emailTo(product, omar.email, /^HubSpot, .+ stopped syncing$/)
  expect(text).toContain('Reconnect it to resume syncing where it stopped.')
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await expect(page.getByRole('list', { name: 'Notifications' })).toContainText(
    /HubSpot, .+ stopped syncing\. Reconnect to resume/,
  )
  await page.keyboard.press('Escape')

  await lost.getByRole('link', { name: 'Details of HubSpot' }).click()
  const reconnect = page.getByRole('link', { name: 'Reconnect HubSpot' })
  await expect(reconnect).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('term').filter({ hasText: 'Rate' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sync now' })).toHaveCount(0)
  await reconnect.click()
  const drawer = page.getByRole('dialog', { name: 'Reconnect HubSpot' })
  await expect(drawer).toContainText(`Choose the same account as before: ${portalOf(account)}.`)
  await drawer.getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Deny')
  await page.getByRole('link', { name: 'Try again' }).click()
  await drawer.getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Active')
  await expect(card).toContainText('6 contacts and 2 opportunities')
})

test('Disconnecting shows Lena what is kept and until when; another account is refused, and erasing asks for its name [SYNC-11] [VAL-11]', async ({
  page,
  product,
  codeFor,
}) => {
  const lena = await newOwner(product, { name: 'Lena' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 6, deals: 2 })
  const other = await newAccount(product, { type: 'hubspot', people: 1 })
  await connectSource(product, lena, account)
  await enterAs(page, product, lena)
  await openSources(page)
  await chooseFromMenu(page, 'HubSpot', 'Disconnect')
  const title = `HubSpot, ${portalOf(account)}`
  const question = page.getByRole('dialog', { name: `Disconnect ${title}?` })
  await expect(question).toContainText('Our access ends right away, and we delete the key or tokens.')
  await expect(question).toContainText(/6 contacts, 2 opportunities,.* stay available until .*20\d\d, then we erase them\./)
  await question.getByRole('button', { name: 'Disconnect', exact: true }).click()
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toContainText('Disconnected')
  await expect(card).toContainText(/Kept until.*, then erased/)
  await expect(card).toContainText('6 contacts and 2 opportunities')

  await card.getByRole('link', { name: 'Reconnect HubSpot' }).click()
  await page.getByRole('dialog', { name: 'Reconnect HubSpot' }).getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, other, 'Allow')
  const failure = page.getByRole('alert').filter({ hasText: 'Integration FAILED!' })
  await expect(failure).toContainText(`This source reads ${portalOf(account)}, but you chose ${portalOf(other)}.`)
  await failure.getByRole('link', { name: 'All sources' }).click()

  await card.getByRole('button', { name: 'Erase now: the data of HubSpot' }).click()
  const erase = page.getByRole('dialog', { name: `Erase the data of ${title} now?` })
  await expect(erase).toContainText("You can't undo this.")
  // The vendor's name alone would also match another source of the same vendor.
  await erase.getByLabel(`Type ${title} to erase`).fill('HubSpot')
  await erase.getByRole('button', { name: 'Erase now' }).click()
  await expect(erase.getByText("This doesn't match the name")).toBeVisible()
  await expectAccessible(page)
  await erase.getByLabel(`Type ${title} to erase`).fill(title)
  await erase.getByRole('button', { name: 'Erase now' }).click()
  await expect(page.getByText('No sources connected yet')).toBeVisible()
})

test('Bo, who is no admin, sees the sources but cannot change them, and does not find the source of another account [USER-01]', async ({
  page,
  product,
  codeFor,
}) => {
  const rosa = await newOwner(product, { name: 'Rosa' }, codeFor)
  const bo = await joinTeam(product, rosa, { name: 'Bo', codeFor })
  const stranger = await newOwner(product, { name: 'Stan' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 2 })
  await connectSource(product, rosa, account)
  const foreign = await connectSource(product, stranger, await newAccount(product, { type: 'hubspot', people: 2 }))
  await enterAs(page, product, bo)
  await openSources(page)
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toContainText(portalOf(account))
  await expect(page.getByText('Only admins can connect and change sources.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Connect / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More about HubSpot' })).toHaveCount(0)
  await card.getByRole('link', { name: 'Details of HubSpot' }).click()
  await expect(page.getByRole('table', { name: 'Syncs' })).toContainText('First sync')

  await page.goto('/settings/integrations?connect=hubspot')
  await expect(card).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openSource(page, foreign)
  await expect(page.getByRole('banner').getByRole('heading', { name: "We couldn't find this source" })).toBeVisible()
  await page.getByRole('link', { name: 'See all sources' }).click()
  await expect(card).toBeVisible()
})

test('Wren sees a week before that access will expire, and reconnects in time [SYNC-09]', async ({ page, product, codeFor }) => {
  const wren = await newOwner(product, { name: 'Wren' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 4, deals: 1 })
  const id = await connectSource(product, wren, account)
  await write(product, `update integration set access_ends_at = now() + interval '6 days 20 hours' where id = $1`, [id])
  await enterAs(page, product, wren)
  await openSources(page)
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toContainText('Access ends in 7 days')
  await expectAccessible(page)

  await card.getByRole('link', { name: 'Reconnect HubSpot' }).click()
  await page.getByRole('dialog', { name: 'Reconnect HubSpot' }).getByRole('button', { name: 'Continue to HubSpot' }).click()
  await answerVendor(page, account, 'Allow')
  await expect(card).toContainText('4 contacts and 1 opportunity')
  await expect(card).not.toContainText('Access ends')
})

test('A source whose last run failed looks broken until a run succeeds [SYNC-03] [SYNC-10]', async ({
  page,
  product,
  codeFor,
}) => {
  const mina = await newOwner(product, { name: 'Mina' }, codeFor)
  await connectSource(product, mina, await newAccount(product, { type: 'hubspot', people: 3 }))
  await enterAs(page, product, mina)
  await openSources(page)
  const card = sourceNamed(page, 'HubSpot')
  await expect(card).toContainText('Active')
  await atVendor(product, 'hubspot', { path: '/faults', body: { kind: 'odd_shape', path: '/objects/contacts' } })
  const syncNow = card.getByRole('button', { name: 'Sync now: HubSpot' })
  await syncNow.press('Enter')
  await expect(card).toContainText('Sync failed')
  await expect(card).toContainText("We'll try again at the next sync.")
  await expect(card).not.toContainText('Active')
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Details of HubSpot' }).click()
  await expect(page.getByText('Sync failed')).toBeVisible()
  await page.goBack()
  await behave(product, 'hubspot')
  await syncNow.click()
  await expect(card).toContainText('Active')
})

test('On the page of a source Olga renames it, disconnects it, and sees until when its data is kept [SYNC-03] [SYNC-11]', async ({
  page,
  product,
  codeFor,
}) => {
  const olga = await newOwner(product, { name: 'Olga' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 3 })
  const id = await connectSource(product, olga, account)
  await enterAs(page, product, olga)
  await open(page, `/settings/integrations/${id}`, `HubSpot, ${portalOf(account)}`)
  await chooseFromMenu(page, 'HubSpot', 'Name and schedule')
  const settings = page.getByRole('dialog', { name: 'Name and schedule' })
  await settings.getByLabel('Name').fill('Clinic')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Clinic' })).toBeVisible()
  await expect(page).toHaveTitle('Clinic · Tributary')
  await chooseFromMenu(page, 'Clinic', 'Disconnect')
  const question = page.getByRole('dialog', { name: 'Disconnect Clinic?' })
  await expect(question).toContainText('Keep it for 30 days')
  await question.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText(/^This source is disconnected\..* We keep its data until .*20\d\d, then erase it\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More about Clinic' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Erase now'])
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Connected syncs' }).click()
  await expect(page).toHaveTitle('Connected syncs · Tributary')
  await expect(page.getByRole('heading', { name: 'Disconnected 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Details of Clinic' })).toBeVisible()
})

test('Cho, who sees only some companies of her agency, has no tab for the contacts of a source [USER-01]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const cho = await joinTeam(product, ana, { name: 'Cho', codeFor })
  const id = await connectSource(product, ana, await newAccount(product, { type: 'hubspot', people: 2 }))
  await enterAs(page, product, cho)
  await openSource(page, id)
  const contactsTab = page.getByRole('tab', { name: 'Contacts and lineage' })
  await expect(contactsTab).toBeVisible()
  const path = `/users-api/users/${cho.id}`
  const { version } = await callAs(product, ana, { path })
  await callAs(product, ana, { method: 'PATCH', path, body: { version, companies: [] } })
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Syncs' })).toBeVisible()
  await expect(contactsTab).toHaveCount(0)
})
