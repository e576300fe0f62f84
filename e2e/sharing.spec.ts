import { readFile } from 'node:fs/promises'
import type { Receipt } from '../src/contract/connections/sharing.ts'
import { connectedPair } from './pairs.ts'
import { inAccount, newAccount, type VendorAccount } from './sources.ts'
import { enterAs } from './team.ts'
import { expect, expectGoodScreen, test, type Page } from './world.ts'
import type { Product } from './product.ts'

/** Two contacts on the list northlight, and one on another. */
const newCrm = async (product: Product): Promise<VendorAccount> => {
  const account = await newAccount(product, { type: 'hubspot' })
  const people = [
    { firstName: 'Maya', lastName: 'Ellison', email: 'maya@example.com', tags: ['northlight', 'spring'] },
    { firstName: 'Samir', lastName: 'Haddad', email: 'samir@example.com', tags: ['northlight'] },
    { firstName: 'Otto', lastName: 'Quist', email: 'otto@example.com', tags: ['radio'] },
  ]
  for (const body of people) await inAccount(product, account, { path: '/people', body })
  return account
}

/** Adds a value to a condition about lists. */
const chooseList = async (page: Page, n: number, list: string): Promise<void> => {
  await page.getByLabel(`Field, condition ${n}`).selectOption({ label: 'List' })
  await page.getByRole('combobox', { name: `Values, condition ${n}` }).click()
  await page
    .getByRole('listbox', { name: `Values, condition ${n}` })
    .getByRole('option', { name: list })
    .click()
  await page.keyboard.press('Escape')
}

const confirm = async (page: Page): Promise<void> => {
  await page.getByLabel('I understand that personal data (name, phone, email) is shared').check()
  await page.getByLabel('I agree to the privacy and data protection policy.').check()
}

/** Priya shares who is on a list. */
const sendFirstVersion = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/settings/connections/${id}/criteria`)
  await chooseList(page, 1, 'northlight')
  await page.getByRole('radio', { name: 'Basic' }).check()
  await expect(page.getByRole('definition').first()).toHaveText('2')
  await confirm(page)
  await page.getByRole('button', { name: 'Save and send to review' }).click()
  await expect(page.getByText('Sharing criteria saved and sent for review')).toBeVisible()
}

const acceptVersion = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/settings/connections/${id}`)
  await page.getByLabel('I confirm that we use this data only for the purpose above.').check()
  await page.getByRole('button', { name: 'Accept version 1' }).click()
}

/** Presses the button of the newest receipt, and reads the file. */
const downloadReceipt = async (page: Page): Promise<Receipt> => {
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download the receipt/ })
    .first()
    .click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  return JSON.parse(text) as Receipt
}

test('Priya shares two contacts, Ana sees them and why; Priya shares less and then ends it, and both have the receipt [PARTNER-02] [PARTNER-03] [PARTNER-06] [PARTNER-07] [PARTNER-08]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const { ana, priya, id } = await connectedPair(product, codeFor, await newCrm(product))
  const hers = await elsewhere()
  await enterAs(page, product, priya)
  await enterAs(hers, product, ana)
  await sendFirstVersion(page, id)
  await acceptVersion(hers, id)

  // The connection becomes active by itself, on both screens.
  for (const screen of [page, hers]) await expect(screen.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Contacts as ${ana.company} sees them` })).toBeVisible()
  await expectGoodScreen(page)
  await expect(hers.getByText(/^Synced /)).toBeVisible()
  await expectGoodScreen(hers)

  await hers.getByRole('link', { name: 'See the contacts' }).click()
  await expect(hers.getByRole('button', { name: `Companies: ${priya.company}` })).toBeVisible()
  const contacts = hers.getByRole('table', { name: 'Contacts' })
  const addresses = contacts.getByText(/@example\.com$/)
  await expect(addresses).toHaveCount(2)
  await expect(contacts).toContainText('Samir Haddad')
  await expect(contacts).not.toContainText('Otto Quist')
  await expectGoodScreen(hers)
  await contacts.getByRole('button', { name: /Maya Ellison/ }).click()
  const panel = hers.getByRole('dialog', { name: 'Maya Ellison' })
  await expect(panel.getByRole('heading', { name: 'Why you can see this contact' })).toBeVisible()
  await expect(panel).toContainText(`${priya.company} shared this contact with you on`)
  await expect(panel).toContainText('Version 1 is in force.')
  await expectGoodScreen(hers)
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Change what is shared' }).click()
  await expect(page.getByText('This is what you share already.')).toBeVisible()
  await page.getByRole('button', { name: 'Condition', exact: true }).click()
  await chooseList(page, 2, 'spring')
  await expect(page.getByText(`Erased at ${ana.company} right away: 1 contact.`)).toBeVisible()
  await confirm(page)
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Save and share less now' }).click()
  await expect(page.getByText(`Sharing criteria saved. ${ana.company} sees less from now on`)).toBeVisible()
  await expect(addresses).toHaveCount(1)
  await expect(contacts).toContainText('Maya Ellison')
  await expect(page.getByRole('heading', { name: 'Version 2 shares less' })).toBeVisible()

  await page.getByRole('button', { name: 'End connection' }).click()
  const question = page.getByRole('dialog', { name: `End the connection with ${ana.company}?` })
  await expect(question).toContainText(`1 contact and 0 opportunities are erased from ${ana.company}'s account`)
  await question.getByLabel(`Type ${ana.company} to confirm`).fill(ana.company)
  await question.getByRole('button', { name: 'End connection' }).click()
  await expect(page.getByText('Partnering canceled')).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'No contacts match' })).toBeVisible()

  await hers.goto(`/settings/connections/${id}`)
  const found: Receipt[] = []
  for (const screen of [page, hers]) {
    const receipt = screen.getByRole('listitem').filter({ has: screen.getByRole('heading', { name: 'Connection ended' }) })
    await expect(receipt.getByText('Erased', { exact: true })).toBeVisible()
    found.push(await downloadReceipt(screen))
    await expectGoodScreen(screen)
  }
  expect(found[0]).toMatchObject({ kind: 'ended', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(found[0]?.stores[0]).toEqual({ name: 'Contacts', found: 1, removed: 1, failed: 0 })
  expect(found[1]).toEqual(found[0])
})
