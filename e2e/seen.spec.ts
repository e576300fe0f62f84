import { readFile } from 'node:fs/promises'
import { emptyCriteria } from '../src/contract/criteria/criteria.ts'
import { tamper } from './database.ts'
import { connectedPair } from './pairs.ts'
import { inAccount, newAccount, openSource } from './sources.ts'
import { callAs, enterAs, type Member } from './team.ts'
import { expect, expectGoodScreen, test, type CodeFor } from './world.ts'
import type { Product } from './product.ts'

/** Priya's company shares its two contacts with Ana's agency. */
const sharingPair = async (product: Product, codeFor: CodeFor) => {
  const account = await newAccount(product, { type: 'hubspot' })
  for (const [firstName, lastName] of [
    ['Maya', 'Ellison'],
    ['Samir', 'Haddad'],
  ])
    await inAccount(product, account, { path: '/people', body: { firstName, lastName, email: `${firstName}@example.com` } })
  const pair = await connectedPair(product, codeFor, account)
  const { ana, priya, id, source } = pair
  const call = (member: Member, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    callAs(product, member, { method, path: `/agencies-api/connections${path}`, ...(body ? { body } : {}) })
  const at = `/${id}`
  const criteria = { ...emptyCriteria(source), type_of_data: 'BASIC', allow_export: true }
  const { textHash } = await call(priya, 'PUT', `${at}/criteria`, { criteria })
  const confirmed = { textHash, ackPersonalData: true, ackPolicy: true, everything: ana.company }
  await call(priya, 'POST', `${at}/submit`, confirmed)
  await call(ana, 'POST', `${at}/approve`, { textHash, confirmPurpose: true })
  await expect.poll(async () => (await call(ana, 'GET', at))['state']).toBe('ACTIVE')
  return pair
}

test('Ana looks at shared contacts and exports them, and Priya sees who saw whom, and that it was not changed since [PARTNER-07] [ANA-05]', async ({
  page,
  product,
  codeFor,
}) => {
  const { ana, priya, id, source } = await sharingPair(product, codeFor)
  const listed = await callAs(product, ana, { path: '/contacts-api/crm/contacts/?size=50' })
  expect(listed['total']).toBe(2)
  await callAs(product, ana, { path: '/contacts-api/crm/contacts/?search=Maya' })
  const authorization = `Bearer ${ana.token}`
  const file = await fetch(`${product.url}/contacts-api/crm/contacts/export`, { headers: { authorization } })
  expect(await file.text()).toContain('Samir')

  await enterAs(page, product, priya)
  await openSource(page, `${source}?tab=people`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const own = await downloading
  expect(own.suggestedFilename()).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await own.path(), 'utf8')).trim().split('\r\n')).toHaveLength(3)
  await expect(page.getByText('2 contacts exported.')).toBeVisible()

  await page.goto(`/settings/connections/${id}`)
  const table = page.getByRole('table', { name: 'Who saw your contacts' })
  const views = table.getByRole('row').nth(2)
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('1 to 3 of 3')).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toContainText(/Ana.*Exported.*Ellison/)
  await expect(views).toContainText(/Viewed2×.*Maya Ellison, Samir Haddad.*6 fields/)
  // A table that is drawn again under the pointer has no tooltip until the pointer comes again.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await views.getByRole('button', { name: '6 fields' }).hover()
    await expect(page.getByRole('tooltip')).toContainText('First name, Last name, Email', { timeout: 3000 })
  }).toPass()
  await table.getByRole('button', { name: 'Who saw Samir Haddad' }).first().click()
  await expect(page.getByText('1 to 2 of 2')).toBeVisible()
  await expect(views).not.toContainText('2×')
  await page.getByRole('button', { name: 'Remove filter: Contact' }).click()
  await expect(page.getByText('1 to 3 of 3')).toBeVisible()

  const verify = page.getByRole('button', { name: 'Check integrity' })
  await verify.click()
  await expect(page.getByText('3 entries checked. Nothing was changed.')).toBeVisible()
  await tamper(product, `update ledger_entry set contact_ids = '{}' where client_id = $1 and seq = 2`, [priya.clientId])
  await verify.click()
  await expect(page.getByText('Entry 2 is not as it was written.')).toBeVisible()
  await expectGoodScreen(page)
})
