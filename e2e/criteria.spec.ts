import { connectedPair } from './pairs.ts'
import { connectSource, newAccount } from './sources.ts'
import { enterAs, newOwner } from './team.ts'
import { expect, expectGoodScreen, test, type Page } from './world.ts'

const valuesOf = (page: Page, n: number) => page.getByRole('combobox', { name: `Values, condition ${n}` })

/** The figure "Contacts" of the preview. */
const contacts = async (page: Page): Promise<number> => {
  await expect(page.getByText('Live preview')).toBeVisible()
  const text = await page.getByRole('definition').first().textContent()
  return Number(text?.replaceAll(',', ''))
}

const choose = async (page: Page, n: number, index: number): Promise<void> => {
  await valuesOf(page, n).click()
  await page
    .getByRole('listbox', { name: `Values, condition ${n}` })
    .getByRole('option')
    .nth(index)
    .click()
  await page.keyboard.press('Escape')
}

const send = async (page: Page): Promise<void> => {
  await page.getByLabel('I understand that personal data (name, phone, email) is shared').check()
  await page.getByLabel('I agree to the privacy and data protection policy.').check()
  await page.getByRole('button', { name: 'Save and send to review' }).click()
  await expect(page.getByText('Sharing criteria saved and sent for review')).toBeVisible()
}

test('Priya chooses by list what she shares and confirms it, Ana asks for changes and then accepts [PARTNER-06] [VAL-09] [PARTNER-08]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const crm = await newAccount(product, { type: 'hubspot', people: 60, deals: 20 })
  const { ana, priya, id } = await connectedPair(product, codeFor, crm)
  await enterAs(page, product, priya)
  await page.goto(`/settings/connections/${id}`)
  await page.getByRole('link', { name: 'Choose what to share' }).click()
  await page.getByLabel('Field, condition 1').selectOption({ label: 'List' })
  await choose(page, 1, 0)
  await page.getByRole('radio', { name: 'Basic' }).check()
  const first = await contacts(page)
  expect(first).toBeGreaterThan(0)
  await expectGoodScreen(page)

  await page.getByRole('button', { name: 'Save and send to review' }).click()
  await expect(page.getByText('Please confirm this to send it.')).toHaveCount(2)
  await send(page)
  await expect(page.getByRole('heading', { name: `Waiting for ${ana.company}` })).toBeVisible()

  const hers = await elsewhere()
  await enterAs(hers, product, ana)
  await hers.goto(`/settings/connections/${id}`)
  await expect(hers.getByRole('heading', { name: 'Version 1 waits for you' })).toBeVisible()
  await expectGoodScreen(hers)
  await hers.getByRole('button', { name: 'Ask for changes' }).click()
  const question = hers.getByRole('dialog', { name: `Ask ${priya.company} for changes` })
  await question.getByLabel('What should change?').fill('Please share counts only')
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(hers.getByText('Your request was sent')).toBeVisible()

  await expect(page.getByText('Please share counts only')).toBeVisible()
  await page.getByRole('link', { name: 'Choose what to share' }).click()
  await page.getByRole('button', { name: 'Remove condition 1' }).click()
  await expect(page.getByText('No conditions. Everyone from this source is shared.')).toBeVisible()
  await expect.poll(() => contacts(page)).toBeGreaterThan(first)
  await page.getByLabel(`Type ${ana.company} to confirm`).fill(ana.company)
  await page.getByRole('radio', { name: 'Counts' }).check()
  await send(page)

  await expect(hers.getByRole('heading', { name: 'Version 2 waits for you' })).toBeVisible()
  await hers.getByRole('button', { name: 'Accept version 2' }).click()
  await expect(hers.getByText('Please confirm the purpose to accept.')).toBeVisible()
  await hers.getByLabel('I confirm that we use this data only for the purpose above.').check()
  await hers.getByRole('button', { name: 'Accept version 2' }).click()
  for (const screen of [hers, page]) await expect(screen.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: `What ${ana.company} sees now` })).toBeVisible()
  await expect(hers.getByText(/^Only totals are shared/)).toBeVisible()
})

test('Priya invites her agency and chooses at once what to share; Ana sees nothing of it until she accepts, and reviews it then [PARTNER-05] [PARTNER-06] [VAL-09]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const priya = await newOwner(product, { name: 'Priya' }, codeFor)
  await connectSource(product, priya, await newAccount(product, { type: 'hubspot', people: 60, deals: 20 }))
  await enterAs(page, product, priya)
  await page.goto('/settings/connections?invite=true')
  const dialog = page.getByRole('dialog', { name: 'Invite an agency' })
  await dialog.getByLabel('Agency name').fill('Northlight')
  await dialog.getByLabel('Email').fill(ana.email)
  await dialog.getByLabel('Choose what to share now').check()
  await expectGoodScreen(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()

  await expect(page.getByText('Northlight sees nothing of this before accepting your invitation.')).toBeVisible()
  await page.getByLabel('Field, condition 1').selectOption({ label: 'List' })
  await choose(page, 1, 0)
  await page.getByRole('radio', { name: 'Basic' }).check()
  await contacts(page)
  await page.getByLabel('I understand that personal data (name, phone, email) is shared').check()
  await page.getByLabel('I agree to the privacy and data protection policy.').check()
  await page.getByRole('button', { name: 'Save and send with invitation' }).click()
  await expect(page.getByText('Saved. Northlight gets it to review when they accept the invitation')).toBeVisible()
  await expect(page.getByText('Sent with invitation')).toBeVisible()

  const hers = await elsewhere()
  await enterAs(hers, product, ana)
  await hers.goto('/settings/connections')
  await hers.getByRole('link', { name: priya.company }).click()
  await expect(hers.getByRole('main').getByRole('button', { name: 'Accept' })).toBeVisible()
  await expect(hers.getByText('Versions', { exact: true })).toHaveCount(0)
  await hers.getByRole('main').getByRole('button', { name: 'Accept' }).click()
  await expect(hers.getByRole('heading', { name: 'Version 1 waits for you' })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Waiting for ${ana.company}` })).toBeVisible()
})
