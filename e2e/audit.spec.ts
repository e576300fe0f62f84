import { readFile } from 'node:fs/promises'
import { tamper } from './database.ts'
import { callAs, enterAs, joinColleague, newOwner, open } from './team.ts'
import { expect, expectAccessible, expectFits, test } from './world.ts'

test('An admin reads what was done with before and after, takes it along, and finds the row that was changed [ADMIN-04]', async ({
  page,
  product,
  codeFor,
}) => {
  const tom = await newOwner(product, { name: 'Tom' }, codeFor)
  const ada = await joinColleague(product, tom, { name: 'Ada', codeFor })
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

  await table.getByRole('button', { name: 'Only this action' }).click()
  await expect(page).toHaveURL(/action=user\.role_changed/)
  await expect(table.getByRole('row')).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"user.role_changed"')

  const verify = page.getByRole('button', { name: 'Verify' })
  await verify.click()
  await expect(page.getByText(/^\d+ entries checked, the chain is intact\./)).toBeVisible()
  await tamper(product, `update audit_entry set reason = 'nothing happened' where client_id = $1 and seq = 2`, [tom.clientId])
  await verify.click()
  const alarm = page.getByRole('alert').filter({ hasText: 'The chain is broken' })
  await expect(alarm).toContainText('The chain is broken at entry 2. It was changed after it had been written.')
  await expectAccessible(page)
  await expectFits(page)
})
