import { openAccount } from './users.ts'
import { demoUser, enterAs, joinTeam, emailTo, emailsTo, newOwner, open, openUsers, rowOf } from './team.ts'
import { expect, expectAccessible, expectFits, test, type Page } from './world.ts'

const noor = demoUser('noor@staff.example.com')
const tove = demoUser('tove@staff.example.com')
const reason = 'Ticket 4711: nobody can sign in'

const inviteAsStaff = async (page: Page, clientId: string, { name, email }: { name: string; email: string }): Promise<void> => {
  await open(page, `/admin/clients?client=${clientId}`, 'Clients')
  await page.getByRole('button', { name: 'Invite user', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Invite a user to/ })
  await dialog.getByLabel('First name').fill(name)
  await dialog.getByLabel('Last name').fill('Grey')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(dialog.getByText('Give a reason of at least 5 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByText("Requested. We'll send the invitation once it's approved.")).toBeVisible()
}

const rowFor = (page: Page, words: string) =>
  page.getByRole('table', { name: 'Approvals' }).getByRole('row').filter({ hasText: words })

test('A second staff user approves or declines a request, and both see who requested what and why [ADMIN-02]', async ({
  page,
  product,
  elsewhere,
  codeFor,
}) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const email = `ines.${maya.clientId.slice(-12)}@example.com`
  await enterAs(page, product, noor)
  await inviteAsStaff(page, maya.clientId, { name: 'Ines', email })
  await open(page, '/admin/approvals', 'Approvals')
  const own = rowFor(page, maya.company)
  await expect(own.getByText('Another staff user has to approve it.')).toBeVisible()
  await expect(own.getByRole('button', { name: /^Withdraw/ })).toBeVisible()
  await expect(own.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  const there = await elsewhere()
  await enterAs(there, product, tove)
  await open(there, '/admin/clients', 'Clients')
  await there.getByRole('button', { name: /^Notifications/ }).click()
  await there.getByRole('link', { name: new RegExp(`Approval needed: invite a user to ${maya.company}`) }).click()
  const row = rowFor(there, maya.company)
  await expect(row).toContainText('Invite Ines Grey as User')
  await expect(row).toContainText(noor.email)
  await expectAccessible(there)
  expect(await emailsTo(product, email)).toEqual([])
  await row.getByRole('button', { name: /^Approve/ }).click()
  const dialog = there.getByRole('dialog', { name: 'Approve this request?' })
  await expect(dialog).toContainText(reason)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(there.getByText('Approved.')).toBeVisible()
  await emailTo(product, email, /./)
  await expect(own).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: new RegExp(`Your request for ${maya.company} was approved`) })).toBeVisible()
})

test('A requested role shows in the list of users, and can be declined with a reason', async ({
  page,
  product,
  elsewhere,
  codeFor,
}) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const kit = await joinTeam(product, maya, { name: 'Kit', codeFor })
  await enterAs(page, product, noor)
  await open(page, `/admin/users?client=${maya.clientId}`, 'Users')
  await page.getByRole('button', { name: `Actions for ${kit.fullName} of ${maya.company}` }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption('admin')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByText('Requested. Another staff user has to approve it within 24 hours.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin requested' })).toBeVisible()

  const there = await elsewhere()
  await there.setViewportSize({ width: 390, height: 844 })
  await enterAs(there, product, tove)
  await open(there, '/admin/approvals', 'Approvals')
  await expectFits(there)
  await there.getByRole('button', { name: new RegExp(`^Decline: Give ${kit.fullName} the role Admin`) }).click()
  const question = there.getByRole('dialog', { name: 'Decline this request?' })
  await question.getByLabel('Reason (optional)').fill('The ticket is closed')
  await question.getByRole('button', { name: 'Decline request' }).click()
  await expect(there.getByText('Declined.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin requested' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('The ticket is closed')).toBeVisible()
})

test('An admin of the account approves an invitation by staff', async ({ page, product, elsewhere, codeFor }) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const email = `ora.${maya.clientId.slice(-12)}@example.com`
  const staff = await elsewhere()
  await enterAs(staff, product, noor)
  await inviteAsStaff(staff, maya.clientId, { name: 'Ora', email })
  expect((await emailTo(product, maya.email, /asked to invite a user/)).text).toContain(reason)
  await enterAs(page, product, maya)
  await openUsers(page)
  const row = rowOf(page, email)
  await expect(row).toContainText('Requested by Tributary staff')
  await row.getByRole('button', { name: 'Approve and send the invite to Ora Grey' }).click()
  await expect(row).toContainText('Invite sent')
  await emailTo(product, email, /./)
})

test('A user leaves an account, and the owner is notified', async ({ page, product, elsewhere, codeFor }) => {
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const kit = await joinTeam(product, maya, { name: 'Kit', codeFor })
  await enterAs(page, product, kit)
  await page.goto('/')
  const account = await openAccount(page)
  await account.getByRole('button', { name: 'Leave account' }).click()
  const question = page.getByRole('alertdialog', { name: `Leave ${maya.company}?` })
  await question.getByRole('button', { name: 'Leave account' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
  const there = await elsewhere()
  await enterAs(there, product, maya)
  await openUsers(there)
  await expect(rowOf(there, kit.email)).toHaveCount(0)
  await there.getByRole('button', { name: /^Notifications/ }).click()
  await expect(there.getByText(`${kit.fullName} left the account`)).toBeVisible()
})
