import { answerVendor, inAccount, newAccount, openSources, type VendorAccount } from './sources.ts'
import { callAs, enterAs, joinTeam, newOwner, open, type Member } from './team.ts'
import { expect, expectGoodScreen, test, type CodeFor, type Page } from './world.ts'
import type { Product } from './product.ts'

const list = '/settings/connections'

/** Checks both themes, on a desktop and on a phone. */
const expectGood = async (page: Page): Promise<void> => {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Four rows that can be read, one with a phone number only, and one that nothing identifies. */
const newSheet = async (product: Product) => {
  const account = await newAccount(product, { type: 'googlesheet', people: 4, deals: 2 })
  const add = (body: object) => inAccount<{ id: string }>(product, account, { path: '/people', body })
  await add({ firstName: 'Pia', lastName: 'Phone', email: '', phone: '+1 201 555 0142' })
  const { id: nora } = await add({ firstName: 'Nora', lastName: 'Nobody', email: '', phone: '' })
  return { account, nora }
}

const newAgency = (product: Product, codeFor: CodeFor): Promise<Member> =>
  newOwner(product, { name: 'Ana', isAgency: true }, codeFor)

/** Adds a ghost company on screen, and confirms that its data may be processed. */
const addCompany = async (page: Page, name: string): Promise<void> => {
  await open(page, list, 'Connected companies')
  await page.getByRole('banner').getByRole('button', { name: 'Add a ghost company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a ghost company' })
  await dialog.getByLabel('Company name').fill(name)
  await dialog.getByRole('checkbox', { name: /may process the data/ }).check()
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(page.getByRole('banner').getByRole('heading', { name })).toBeVisible()
}

const chooseFromMenu = async (page: Page, company: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More about ${company}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Connects by API and takes the suggested columns, for tests that are not about connecting. */
const connectByApi = async (product: Product, ana: Member, name: string, account: VendorAccount) => {
  const body = { company_name: name, may_process: true }
  const { id } = (await callAs(product, ana, { method: 'POST', path: '/agencies-api/ghost-companies/create', body })) as {
    id: string
  }
  const { oauth_url: url } = (await callAs(product, ana, {
    method: 'POST',
    path: `/agencies-api/ghost-companies/${id}/googlesheet/connect`,
    body: account.connect,
  })) as { oauth_url: string }
  const answer = new URLSearchParams({ account: account.id, answer: 'allow' })
  const { headers } = await fetch(url, { method: 'POST', body: answer, redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const { integration } = (await callAs(product, ana, {
    method: 'POST',
    path: '/users-api/integrations/googlesheet/callback',
    body: { code: searchParams.get('code'), state: searchParams.get('state') },
  })) as { integration: { id: string } }
  return { id, sheet: integration.id }
}

test('Ana keeps Atlas Roofing, a client without an account: she connects its sheet, repairs a skipped row, disconnects it and deletes its data [PARTNER-09] [API-21] [SYNC-05] [VAL-10]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newAgency(product, codeFor)
  const { account, nora } = await newSheet(product)
  await enterAs(page, product, ana)
  await open(page, list, 'Connected companies')
  await expect(page.getByText('No connected companies yet')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add a ghost company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a ghost company' })
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(dialog.getByText('Please enter a company name')).toBeVisible()
  await dialog.getByLabel('Company name').fill('Atlas Roofing')
  await expectGood(page)
  await dialog.getByRole('button', { name: 'Add company' }).click()

  await expect(page.getByRole('banner').getByRole('heading', { name: 'Atlas Roofing' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Connected companies' })).toBeVisible()
  await expect(page.getByText('Ghost, owned by you')).toBeVisible()
  await expectGood(page)
  const connect = page.getByRole('button', { name: 'Connect Google Sheet' })
  await connect.click()
  await expect(page.getByText('Confirm this first')).toBeVisible()
  await page.getByRole('checkbox', { name: /may process the data/ }).check()
  await page.getByLabel('Sheet URL (optional)').fill('https://example.com/sheet')
  await connect.click()
  await expect(page.getByLabel('Sheet URL (optional)')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Sheet URL (optional)').fill(account.connect['url'] ?? '')
  await connect.click()
  await answerVendor(page, account, 'Allow')

  await expect(page).toHaveURL(/\/settings\/connections\/ghost\/[0-9a-f-]+$/)
  await expect(page.getByText('Integration SUCCESSFUL!')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mapping', selected: true })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true }).getByRole('option', { selected: true })).toHaveText('Email')
  await page.getByLabel('Row key').selectOption('Not synced')
  await page.getByLabel('Phone', { exact: true }).selectOption('Not synced')
  await expect(page.getByText('2 problems in the first rows')).toBeVisible()
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()

  const fact = (name: string) =>
    page
      .getByRole('definition')
      .filter({ visible: true })
      .and(page.locator(`dt:text-is("${name}") + dd`))
  await expect(fact('Rows read')).toHaveText('6')
  await expect(fact('Synced')).toHaveText('4')
  await expect(fact('Skipped')).toHaveText('2')
  const skipped = page.getByRole('region', { name: 'Skipped', exact: true })
  await expect(skipped).toContainText('2 of 6 rows')
  await expect(skipped.getByRole('region', { name: 'No email, phone or row key' }).getByRole('listitem')).toHaveText([
    /^Row 6/,
    /^Row 7/,
  ])
  await expectGood(page)

  await page.getByLabel('Phone', { exact: true }).selectOption('Phone')
  await expect(skipped.getByRole('listitem').filter({ hasText: 'Row 6' })).toContainText('OK if you save')
  await expect(skipped.getByRole('listitem').filter({ hasText: 'Row 7' })).not.toContainText('OK if you save')
  const effects = page.getByRole('region', { name: 'If you save' })
  await expect(effects).toContainText('1 change')
  await expect(effects.getByRole('definition')).toHaveText([/was 4, then.*5\+1$/, /was 2, then.*1−1$/])
  await page.getByLabel('Values that mean lost').scrollIntoViewIfNeeded()
  await expect(effects).toBeInViewport({ ratio: 1 })
  await expectGood(page)
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await expect(fact('Synced')).toHaveText('5')

  await page.getByRole('tab', { name: 'Skipped 1' }).click()
  const causes = page.getByRole('region', { name: 'Why rows are skipped' })
  await expect(causes).toContainText('Add an email, a phone number or a row key to each row.')
  await expect(causes.getByRole('listitem').filter({ hasText: 'Row 7' }).last()).toContainText(/[Ee]mpty/)
  await expect(page.getByRole('table', { name: 'Skipped rows' }).getByRole('row')).toHaveCount(2)
  await expectGood(page)
  await inAccount(product, account, { method: 'PATCH', path: `/people/${nora}`, body: { email: 'nora@example.com' } })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('No skipped rows')).toBeVisible()
  await expect(fact('Synced')).toHaveText('6')
  await expect(causes).toHaveCount(0)
  await page.getByRole('tab', { name: 'Contacts and lineage 6' }).click()
  await expect(page.getByRole('table', { name: 'Contacts of this source' })).toContainText('Nora Nobody')
  await expectGood(page)

  await page.getByRole('banner').getByRole('link', { name: 'Connected companies' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Atlas Roofing' })
  await expect(row).toContainText('Ghost, your own sheet')
  await expect(row).toContainText('Active')
  await expect(row).toContainText('6')
  await expectGood(page)
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByText('No connections match')).toBeVisible()
  await page.getByRole('searchbox').fill('atlas')
  await page.getByRole('link', { name: 'Atlas Roofing' }).click()

  await chooseFromMenu(page, 'Atlas Roofing', 'Disconnect the sheet')
  const question = page.getByRole('alertdialog', { name: 'Disconnect the sheet of Atlas Roofing?' })
  await expect(question).toContainText('6 contacts stay in your account until you delete them.')
  await expectGood(page)
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Its contacts stay until you delete them.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Reconnect/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Contacts of this source' }).getByRole('row')).toHaveCount(7)
  await expectGood(page)

  await chooseFromMenu(page, 'Atlas Roofing', 'Delete its data')
  const erase = page.getByRole('dialog', { name: 'Delete the data of Atlas Roofing?' })
  await expect(erase).toContainText(/6 contacts and \d opportunit(y|ies) are erased/)
  await erase.getByRole('button', { name: 'Delete data' }).click()
  await expect(erase.getByText("This doesn't match the name")).toBeVisible()
  await expectGood(page)
  await erase.getByLabel('Type Atlas Roofing to confirm').fill('Atlas Roofing')
  await erase.getByRole('button', { name: 'Delete data' }).click()
  await expect(connect).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /may process the data/ })).toHaveCount(0)
  await chooseFromMenu(page, 'Atlas Roofing', 'Delete the company')
  await page.getByRole('alertdialog', { name: 'Delete Atlas Roofing?' }).getByRole('button', { name: 'Delete company' }).click()
  await expect(page.getByText('No connected companies yet')).toBeVisible()
})

test('Ana denies access at Google and comes back to the company; then she allows it without a URL, and chooses the sheet afterwards [PARTNER-09] [API-21]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newAgency(product, codeFor)
  const { account } = await newSheet(product)
  await enterAs(page, product, ana)
  await addCompany(page, 'Atlas Roofing')
  await page.getByRole('button', { name: 'Connect Google Sheet' }).click()
  await answerVendor(page, account, 'Deny')
  await page.getByRole('alert').filter({ hasText: 'Integration FAILED!' }).getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Atlas Roofing' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect Google Sheet' }).click()
  await answerVendor(page, account, 'Allow')
  const url = page.getByLabel('Sheet URL')
  await expect(page.getByRole('heading', { name: 'Choose the sheet' })).toBeVisible()
  await expectGood(page)
  await url.fill('https://example.com/x')
  await page.getByRole('button', { name: 'Use this sheet' }).click()
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await url.fill(account.connect['url'] ?? '')
  await page.getByRole('button', { name: 'Use this sheet' }).click()
  await expect(page.getByText('Sheet connected. Map its columns next.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Mapping', selected: true })).toBeVisible()

  await open(page, list, 'Connected companies')
  await page.getByRole('banner').getByRole('button', { name: 'Add a ghost company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a ghost company' })
  await dialog.getByLabel('Company name').fill('ATLAS ROOFING')
  await dialog.getByRole('button', { name: 'Add company' }).click()
  await expect(dialog.getByText('company already exists')).toBeVisible()
  await expect(dialog.getByLabel('Company name')).toHaveAttribute('aria-invalid', 'true')
})

test('Rows that vanish wait for a decision, lost access is repaired from the page, and a user who is not an admin only reads [PARTNER-09] [SYNC-05] [VAL-10]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const ana = await newAgency(product, codeFor)
  const account = await newAccount(product, { type: 'googlesheet', people: 30 })
  const { id } = await connectByApi(product, ana, 'Atlas Roofing', account)
  await enterAs(page, product, ana)
  await open(page, `/settings/connections/ghost/${id}`, 'Atlas Roofing')
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await expect(page.getByRole('tab', { name: 'Contacts and lineage 30' })).toBeVisible()

  const { items } = await inAccount<{ items: { id: string }[] }>(product, account, { path: '/people' })
  for (const { id: person } of items.slice(0, 25))
    await inAccount(product, account, { method: 'DELETE', path: `/people/${person}` })
  await page.getByRole('button', { name: 'Sync now' }).click()
  const hold = page.getByRole('status').filter({ hasText: 'Nothing has been removed yet.' })
  await expect(hold).toContainText('25 contacts')
  await expect(page.getByRole('tab', { name: 'Contacts and lineage 30' })).toBeVisible()
  await expectGood(page)
  await hold.getByRole('link', { name: 'Review the 25 contacts' }).click()
  await expect(page).toHaveURL(/\/settings\/connections\/ghost\/.*held=true/)
  await hold.getByRole('button', { name: 'Keep them' }).click()
  await expect(hold).toHaveCount(0)

  await inAccount(product, account, { path: '/tokens', body: { do: 'revoke' } })
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing is lost.' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: /^Reconnect the sheet/ }).click()
  await answerVendor(page, account, 'Allow')
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible()

  await openSources(page)
  const card = page.getByRole('article', { name: /^Google Sheets/ })
  await expect(card).toContainText('Atlas Roofing')
  await card.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect the sheet of Atlas Roofing?' })
  await expect(question).toContainText('30 contacts stay in your account until you delete them.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('link', { name: /^Details of/ }).click()
  await expect(page).toHaveURL(new RegExp(`/settings/connections/ghost/${id}$`))

  const ben = await joinTeam(product, ana, { name: 'Ben', codeFor })
  const his = await elsewhere()
  await enterAs(his, product, ben)
  await open(his, `/settings/connections/ghost/${id}`, 'Atlas Roofing')
  await expect(his.getByRole('tab', { name: /^Skipped/ })).toBeVisible()
  await expect(his.getByRole('tab', { name: 'Mapping' })).toHaveCount(0)
  await expect(his.getByRole('button', { name: 'More about Atlas Roofing' })).toHaveCount(0)
  await expectGood(his)
})
