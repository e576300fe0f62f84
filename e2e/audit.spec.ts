import { readFile } from 'node:fs/promises'
import { tamper } from './database.ts'
import { connectSource, expectRead, newAccount } from './sources.ts'
import { callAs, demoUser, enterAs, joinTeam, newOwner, open } from './team.ts'
import { expect, expectAccessible, expectFits, test } from './world.ts'

test('An admin sees values before and after a change, exports the log, and finds a row that was tampered with [ADMIN-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const tom = await newOwner(product, { name: 'Tom' }, codeFor)
  const ada = await joinTeam(product, tom, { name: 'Ada', codeFor })
  const { version } = await callAs(product, tom, { path: `/users-api/users/${ada.id}/` })
  const body = { version, role: 'admin' }
  await callAs(product, tom, { method: 'PATCH', path: `/users-api/users/${ada.id}/`, body })
  await enterAs(page, product, tom)
  await open(page, '/settings/audit', 'Audit log')
  const table = page.getByRole('table', { name: 'Audit log' })
  const row = table.getByRole('row').filter({ hasText: 'Role changed' })
  await expect(row).toContainText('Tom Lund')
  await row.getByRole('button', { name: 'Role changed' }).click()
  await expect(table.locator('del')).toHaveText('User')
  await expect(table.locator('ins')).toHaveText('Admin')
  await expectAccessible(page)

  await table.getByRole('button', { name: 'Same action only' }).click()
  await expect(page).toHaveURL(/action=user\.role_changed/)
  await expect(table.getByRole('row')).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"user.role_changed"')

  const verify = page.getByRole('button', { name: 'Check integrity' })
  await verify.click()
  await expect(page.getByText(/^\d+ entries checked\. The chain is intact\./)).toBeVisible()
  await tamper(product, `update audit_entry set reason = 'nothing happened' where client_id = $1 and seq = 2`, [tom.clientId])
  await verify.click()
  const alarm = page.getByRole('alert').filter({ hasText: 'The chain is broken' })
  await expect(alarm).toContainText('The chain is broken at entry 2. This entry was changed after it was written.')
  await expectAccessible(page)
  await expectFits(page)
})

test('Una sees on her phone why Ben was suspended, and staff see it in the row [ADMIN-04]', async ({
  page,
  product,
  elsewhere,
  codeFor,
}) => {
  const una = await newOwner(product, { name: 'Una' }, codeFor)
  const ben = await joinTeam(product, una, { name: 'Ben', codeFor })
  const reason = 'Left the company at the end of May, ticket 48213'
  const path = `/users-api/users/${ben.id}/change_status`
  await callAs(product, una, { method: 'POST', path, body: { status: 'SUSPENDED', reason } })
  await enterAs(page, product, una)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/settings/audit', 'Audit log')
  const table = page.getByRole('table', { name: 'Audit log' })
  await expect(table.getByText(reason)).toBeVisible()
  const title = page.getByRole('heading', { level: 1, name: 'Audit log' })
  expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

  await table.getByRole('button', { name: 'User invited' }).click()
  const changes = table.locator('dl').first()
  await expect(changes).toContainText('RoleSet to User')
  await expect(changes).not.toContainText('Time zone')
  await expect(table.getByText('Names and email addresses are masked in the log.')).toBeVisible()
  await expect(table.getByText('User ID')).toBeVisible()
  await expectAccessible(page)

  const hers = await elsewhere()
  await hers.setViewportSize({ width: 1280, height: 800 })
  await enterAs(hers, product, demoUser('noor@staff.example.com'))
  await open(hers, '/admin/audit', 'Audit')
  const all = hers.getByRole('table', { name: 'Audit' })
  await expect(all.getByText(reason)).toBeVisible()
  const hidden = await all.evaluate((own) => own.scrollWidth - (own.parentElement?.clientWidth ?? 0))
  expect(hidden).toBeLessThanOrEqual(0)
})

test('Pam sees in the audit log how many contacts a sync added [ADMIN-04]', async ({ page, product, codeFor }) => {
  const pam = await newOwner(product, { name: 'Pam' }, codeFor)
  const account = await newAccount(product, { type: 'hubspot', people: 1100 })
  await expectRead(product, pam, await connectSource(product, pam, account))
  await enterAs(page, product, pam)
  await open(page, '/settings/audit', 'Audit log')
  const table = page.getByRole('table', { name: 'Audit log' })
  await table.getByRole('button', { name: 'Sync made changes' }).click()
  await expect(table.locator('dl').first()).toContainText(/New1,[01]\d\dDeleted0/)
})
