import { callAs, demoUser, enterAs, invite, newOwner, open, openUsers, rowOf } from './team.ts'
import { expect, expectFits, test } from './world.ts'

test('Fifty addresses are invited with names suggested from the addresses, also on a phone [VAL-07]', async ({
  page,
  product,
  codeFor,
}) => {
  const ada = await newOwner(product, { name: 'Ada' }, codeFor)
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, product, ada)
  await open(page, '/settings/users?invite=true', 'Users')
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  const tag = ada.clientId.slice(-8)
  const list = Array.from({ length: 50 }, (_, index) => `maya.lopez${index}@h${tag}x${index}.example.com`).join(' ')
  await dialog.locator('input[name=emails]').fill(`${list} `)
  const names = dialog.getByRole('list', { name: 'Names of the users you invite' })
  await expect(names.getByRole('listitem')).toHaveCount(50)
  await expectFits(page)
  await dialog.getByRole('button', { name: 'Send 50 invitations' }).click()
  await expect(page.getByText('50 invitations are on their way.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/invite/)
  await expect(page.getByText(/of 51$/)).toBeVisible()
  await expect(rowOf(page, 'Maya Lopez').first()).toContainText('Invited')
})

test('Long names are truncated with the full text on hover, and all columns stay visible', async ({ page, product, codeFor }) => {
  const max = await newOwner(product, { name: 'Max' }, codeFor)
  const wide = 'W'.repeat(50)
  await invite(product, max, { name: wide, lastname: wide })
  await enterAs(page, product, max)
  const table = await openUsers(page)
  const name = rowOf(page, wide).getByTitle(`${wide} ${wide}`)
  await expect(name).toBeVisible()
  await expect(rowOf(page, wide).getByRole('button', { name: /^More for/ })).toBeInViewport({ ratio: 1 })
  const overflow = () => table.evaluate((own) => own.scrollWidth - (own.parentElement?.clientWidth ?? 0))
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(await name.evaluate((own) => getComputedStyle(own).textOverflow)).toBe('ellipsis')
  await expectFits(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  for (const fact of ['Role', 'Status']) await expect(rowOf(page, wide).locator(`[data-label=${fact}]`)).toBeVisible()
})

test('A list has as many rows as fit the window, fetched with one call, and the size is not in the address', async ({
  page,
  product,
  codeFor,
}) => {
  const eda = await newOwner(product, { name: 'Eda' }, codeFor)
  const emails = Array.from({ length: 30 }, (_, index) => `u${index}@r${eda.clientId.slice(-8)}.example.com`)
  await callAs(product, eda, { method: 'POST', path: '/users-api/users/invitations', body: { emails, role: 'user' } })
  await enterAs(page, product, eda)
  const sizes: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/users-api/users/') sizes.push(url.searchParams.get('size') ?? '')
  })
  const rowsAt = async (height: number): Promise<number> => {
    sizes.length = 0
    await page.setViewportSize({ width: 1280, height })
    const table = await openUsers(page)
    const rows = (await table.getByRole('row').count()) - 1
    expect(new Set(sizes)).toEqual(new Set([String(rows)]))
    const hidden = await page.evaluate('document.documentElement.scrollHeight - innerHeight')
    expect(hidden).toBeLessThanOrEqual(0)
    return rows
  }
  expect(await rowsAt(800)).toBeGreaterThanOrEqual(8)
  expect(await rowsAt(1100)).toBeGreaterThanOrEqual(13)
  await expect(page).not.toHaveURL(/size=/)
  await expect(page.getByText(/^1 to 1\d of 31$/)).toBeVisible()
  await page.getByLabel('Rows').selectOption('5')
  await expect(page).toHaveURL(/size=5/)
  await expect(page.getByText('1 to 5 of 31')).toBeVisible()
})

test('The command palette finds users by name or email, and invites [USER-06]', async ({ page, product, elsewhere }) => {
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await open(page, '/', 'Home')
  const field = page.getByPlaceholder('Search or jump to')
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('t')
  await field.fill('tanak')
  await page.getByRole('button', { name: /Cho Tanaka/ }).click()
  await expect(page).toHaveURL(/\/settings\/users\?search=cho/)
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'Cho Tanaka')).toBeVisible()
  expect(requested.filter((url) => url.includes('search=t&'))).toEqual([])
  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('invite')
  await page.getByRole('button', { name: 'Invite user', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Invite users' }).locator('input[name=emails]')).toBeFocused()

  const theirs = await elsewhere()
  await enterAs(theirs, product, demoUser('cho@northlight.example.com'))
  await open(theirs, '/', 'Home')
  await theirs.keyboard.press('ControlOrMeta+k')
  await theirs.getByPlaceholder('Search or jump to').fill('invite')
  // Help explains how to invite; a user who may not invite has no action for it.
  await expect(theirs.locator('[data-action]').first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Invite user', exact: true })).toHaveCount(0)
})
