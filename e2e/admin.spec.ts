import type { Locator } from '@playwright/test'
import { callAs, demoUser, enterAs, joinTeam, emailTo, newOwner, open, acceptInvitation } from './team.ts'
import { expect, expectAccessible, expectFits, someCompany, someEmail, test, type Page } from './world.ts'

const noor = demoUser('noor@staff.example.com')

const clientColumns = ['Client name', 'First name', 'Last name', 'Email', 'Status', 'Created', 'Actions']
const userColumns = ['First name', 'Last name', 'Email', 'Role', 'Status', 'Client name', 'Created', 'Actions']

const linksOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

const openClients = async (page: Page): Promise<Locator> => {
  await open(page, '/admin/clients', 'Clients')
  const table = page.getByRole('table', { name: 'Clients' })
  await expect(table).toBeVisible()
  return table
}

/** Fills in a dialog that asks for a reason. */
const giveReason = async (page: Page, title: string, { reason, action }: { reason: string; action: string }): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Reason').fill('why')
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog.getByText('Give a reason of at least 5 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

const act = async (page: Page, menu: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const search = async (page: Page, field: string, words: string): Promise<void> => {
  await page.getByRole('searchbox', { name: field }).fill(words)
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(words).replaceAll('%20', '(\\+|%20)')}`))
}

const addFilter = async (page: Page, filter: string, value: string): Promise<void> => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: filter, exact: true }).click()
  await page.getByRole('menuitem', { name: value, exact: true }).click()
}

test('Agencies and companies have their own settings, and a page without access shows a message [USER-08] [SHELL-05] [SHELL-12]', async ({
  page,
  product,
  elsewhere,
}) => {
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  await open(page, '/settings/users', 'Users')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Agency settings')).toBeVisible()
  await expect(linksOf(page)).toHaveText([
    'Home',
    'Contacts',
    'Users',
    'Account',
    'Connected companies',
    'Connected syncs',
    'Webhooks',
    'Activity',
    'Audit log',
    'API reference',
  ])
  await expect(page.getByRole('columnheader', { name: 'Access' })).toBeVisible()

  const hers = await elsewhere()
  await enterAs(hers, product, demoUser('priya@brightsmile.example.com'))
  await open(hers, '/settings/users', 'Users')
  await expect(hers.getByRole('navigation', { name: 'Main' }).getByText('Settings', { exact: true })).toBeVisible()
  await expect(linksOf(hers)).toHaveText([
    'Home',
    'Users',
    'Connected syncs',
    'Connected agencies',
    'Account',
    'Activity',
    'Audit log',
    'API reference',
  ])
  await expect(hers.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(hers.getByRole('columnheader', { name: 'Access' })).toHaveCount(0)

  const theirs = await elsewhere()
  await enterAs(theirs, product, demoUser('cho@northlight.example.com'))
  for (const path of ['/settings/audit', '/settings/account', '/admin/clients']) {
    await theirs.goto(path)
    await expect(theirs.getByRole('heading', { name: "You don't have access to this page" })).toBeVisible()
  }
  await expect(linksOf(theirs)).toHaveText(['Home', 'Contacts', 'Users', 'Connected companies', 'Connected syncs', 'Activity'])
})

test('Staff page through clients, find one, suspend it with a reason that its users see, and restore it [ADMIN-01] [API-22]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  const mila = await newOwner(product, { name: 'Mila' }, codeFor)
  const hers = await elsewhere()
  await enterAs(hers, product, mila)
  await open(hers, '/', 'Home')
  await expect(hers.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()

  await enterAs(page, product, noor)
  const table = await openClients(page)
  await expect(table.getByRole('columnheader')).toHaveText(clientColumns)
  await page.getByLabel('Rows').selectOption('5')
  await expect(table.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^6 to \d+ of \d+$/)).toBeVisible()
  await search(page, 'Client, owner, email or ID', mila.company)
  const row = table.getByRole('row').filter({ hasText: mila.company })
  await expect(row).toContainText('Active')
  await expect(table.getByRole('row')).toHaveCount(2)
  for (const shown of ['Mila', mila.email]) await expect(row).toContainText(shown)

  const reason = 'The invoice of May is open'
  await act(page, `Actions for ${mila.company}`, 'Suspend')
  await giveReason(page, `Suspend ${mila.company}?`, { reason, action: 'Suspend account' })
  await expect(row).toContainText('Suspended')
  expect((await emailTo(product, mila.email, /is suspended$/)).text).toContain(reason)
  await expect(hers.getByRole('alert').filter({ hasText: 'Your account is on hold' })).toBeVisible()
  await expect(hers.getByText(`Reason: ${reason}`)).toBeVisible()

  await row.getByRole('link', { name: mila.company }).click()
  await expect(page.getByRole('heading', { level: 2, name: mila.company })).toBeVisible()
  await expect(page.getByText(`Reason given: ${reason}`)).toBeVisible()
  await expectAccessible(page)
  await act(page, `Actions for ${mila.company}`, 'Restore')
  await giveReason(page, `Restore ${mila.company}?`, { reason: 'The invoice is paid', action: 'Restore account' })
  await expect(row).toContainText('Active')
  await hers.getByRole('button', { name: 'Try again' }).click()
  await expect(hers.getByRole('heading', { name: /Mila$/ })).toBeVisible()
  await expectFits(page)
})

test('Staff create an account for a new owner, who signs in with the email [ADMIN-01] [VAL-08] [VAL-13]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  await enterAs(page, product, noor)
  const table = await openClients(page)
  await page.getByRole('button', { name: 'New client' }).click()
  const dialog = page.getByRole('dialog', { name: 'New client' })
  const create = dialog.getByRole('button', { name: 'Create client' })
  await create.click()
  for (const sentence of [
    'Please enter a client name',
    'Please enter a first name',
    'Please enter a last name',
    'Please enter a valid email address.',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await expectAccessible(page)

  const [name, email] = [someCompany('Tidewater'), someEmail('uma')]
  await dialog.getByLabel('Client name').fill('northlight  GROWTH')
  await dialog.getByLabel('Owner’s first name').fill('u'.repeat(51))
  await dialog.getByLabel('Owner’s last name').fill('Ferris')
  await dialog.getByLabel('Owner’s email').fill(email)
  await create.click()
  await expect(dialog.getByText('Use at most 50 characters')).toBeVisible()
  await dialog.getByLabel('Owner’s first name').fill('Uma')
  await create.click()
  await expect(dialog.getByText('A client with this name already exists. Choose another name.')).toBeVisible()
  await dialog.getByLabel('Client name').fill(name)
  await dialog.getByLabel('Owner’s email').fill('priya@brightsmile.example.com')
  await create.click()
  await expect(dialog.getByText('A user with this email already exists. Each user belongs to one account.')).toBeVisible()
  await dialog.getByLabel('Owner’s email').fill(email)
  await create.click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(table.getByRole('row').filter({ hasText: name })).toContainText('Pending')

  const hers = await elsewhere()
  await acceptInvitation(hers, email, codeFor, { isOwner: true })
  await expect(hers.getByRole('heading', { name: /Uma$/ })).toBeVisible()
  await expect(hers.getByTitle(name).first()).toBeVisible()
  await page.reload()
  await expect(table.getByRole('row').filter({ hasText: name })).toContainText('Active')

  const renamed = `${name} Ltd`
  await act(page, `Actions for ${name}`, 'Edit')
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await expect(edit.getByLabel('Reason')).toBeHidden()
  await edit.getByLabel('Client name').fill(renamed)
  await giveReason(page, `Edit ${name}`, { reason: 'Ticket 12: a typo', action: 'Save changes' })
  await expect(table.getByRole('row').filter({ hasText: renamed })).toBeVisible()
})

test('Staff see users unmasked, find them by a part of the name, and the account sees that it was viewed [ADMIN-02] [ADMIN-04]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  const hugo = await newOwner(product, { name: 'Hugo' }, codeFor)
  const iris = await joinTeam(product, hugo, { name: 'Iris', lastname: `Quist${hugo.clientId.slice(-6)}`, codeFor })
  await enterAs(page, product, noor)
  await open(page, '/admin/users', 'Users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('columnheader').filter({ visible: true })).toHaveText(userColumns)
  await search(page, 'Name, email, client or ID', iris.fullName.slice(6))
  await expect(table.getByRole('row')).toHaveCount(2)
  for (const shown of ['Iris', iris.email, 'User', 'Active', hugo.company]) await expect(table).toContainText(shown)
  await expect(page.getByText('Personal data is masked.')).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'First name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name(:|%3A)desc/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await expectFits(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const fact of ['Email', 'Role', 'Status', 'Client name', 'Created'])
    await expect(table.locator(`td[data-label="${fact}"]`)).toBeVisible()
  await expectFits(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await table.getByRole('link', { name: hugo.company }).click()
  await expect(page.getByRole('heading', { level: 2, name: hugo.company })).toBeVisible()

  const his = await elsewhere()
  await enterAs(his, product, hugo)
  await open(his, '/settings/audit', 'Audit log')
  const row = his.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'Account viewed by our staff' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Tributary staff')
})

test('On a phone a client shows its type, owner and created date; long names are truncated at 1280 px [ADMIN-01]', async ({
  page,
  product,
  codeFor,
}) => {
  const mia = await newOwner(product, { name: 'Mia' }, codeFor)
  const wide = 'W'.repeat(50)
  await callAs(product, mia, {
    method: 'PATCH',
    path: `/users-api/users/${mia.id}/`,
    body: { version: 1, name: wide, lastname: wide },
  })
  await enterAs(page, product, noor)
  await open(page, `/admin/clients?search=${encodeURIComponent(mia.company)}`, 'Clients')
  const table = page.getByRole('table', { name: 'Clients' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByTitle(wide, { exact: true }).first()).toBeVisible()
  const overflow = await table.evaluate((own) => own.scrollWidth - (own.parentElement?.clientWidth ?? 0))
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const fact of ['Account owner', 'Email', 'Status', 'Created'])
    await expect(table.locator(`td[data-label="${fact}"]`)).toBeVisible()
  await expect(table.getByText('Company', { exact: true })).toBeVisible()
  await expectFits(page)
})

test('The command palette finds clients and users for staff', async ({ page, product }) => {
  await enterAs(page, product, noor)
  await openClients(page)
  const field = page.getByPlaceholder('Search or jump to')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('northlight gro')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Northlight Growth/ })
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Northlight Growth' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('tanaka')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Cho Tanaka/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/users\?search=cho/)
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
})

test('Whole email addresses are shown if there is room, and only rows that open something are highlighted', async ({
  page,
  product,
}) => {
  const highlightOf = async (row: Locator): Promise<boolean> => {
    const cell = row.locator('td[data-label=Status]')
    const colorOf = (): Promise<string> => cell.evaluate((own) => getComputedStyle(own).backgroundColor)
    const before = await colorOf()
    await cell.hover()
    return (await colorOf()) !== before
  }
  await enterAs(page, product, noor)
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/admin/users?search=sami', 'Users')
  const sami = page.getByRole('row', { name: /sami@summitmovers\.example\.com/ })
  const email = sami.locator('td[data-label=Email]')
  await expect(email).toBeVisible()
  expect(await email.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0)
  expect(await highlightOf(sami)).toBe(false)
  await open(page, '/admin/clients?search=summit', 'Clients')
  expect(await highlightOf(page.getByRole('row', { name: /Summit Movers/ }))).toBe(true)
})

test('Sync events are filtered, sorted and paged, and the address keeps all of it [ADMIN-03] [API-16]', async ({
  page,
  product,
}) => {
  await enterAs(page, product, noor)
  await open(page, '/admin/sync-events', 'Sync events')
  const table = page.getByRole('table', { name: 'Sync events' })
  await page.getByLabel('Rows').selectOption('5')
  await expect(table.getByRole('row')).toHaveCount(6)
  await addFilter(page, 'Event', 'Account created')
  await expect(page).toHaveURL(/event=client\.created/)
  await page.getByRole('columnheader', { name: 'Origin' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=origin(:|%3A)desc/)
  await expect(page.getByRole('columnheader', { name: 'Origin' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^6 to \d+ of \d+$/)).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^6 to \d+ of \d+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Event is Account created' })).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toContainText('Account created')
  // A phone shows the account and the result of an event, and leaves out its origin.
  const row = table.getByRole('row').filter({ hasText: 'Account created' }).first()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row.locator('[data-label=Client]')).toBeVisible()
  await expect(row.locator('[data-label=Result]')).toBeVisible()
  await expect(row.locator('[data-label=Origin]')).toBeHidden()
  await expect(page.getByLabel('Rows')).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Remove filter: Event' }).click()
  await expect(page).not.toHaveURL(/event=/)
  await addFilter(page, 'Origin', 'Webhook')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})
