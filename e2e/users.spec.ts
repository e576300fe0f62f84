import { write } from './database.ts'
import { answerQuestion, fillSignIn } from './users.ts'
import {
  callAs,
  demoUser,
  enterAs,
  expectSignIn,
  invite,
  joinTeam,
  emailTo,
  emailsTo,
  newOwner,
  open,
  openUsers,
  rowOf,
  acceptInvitation,
} from './team.ts'
import { expect, expectAccessible, openSignIn, someEmail, test, type Page } from './world.ts'

const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('Ida invites a list of users, sees who already has an account, and who accepts [USER-06] [GATE-20] [VAL-07]', async ({
  page,
  context,
  product,
  codeFor,
  elsewhere,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ida = await newOwner(product, { name: 'Ida', isAgency: true }, codeFor)
  const [gia, hal] = [someEmail('gia'), someEmail('hal')]
  await enterAs(page, product, ida)
  await openUsers(page)
  await page.getByRole('button', { name: 'Invite users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  await expect(dialog.locator('input[name=emails]')).toBeFocused()

  const list = `"Moreno, Gia" <${gia}>; ana@northlight.example.com\n${hal}`
  await page.evaluate((text) => navigator.clipboard.writeText(text), list)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(dialog.getByRole('list', { name: 'Email addresses' }).getByRole('listitem')).toHaveCount(3)
  const names = dialog.getByRole('list', { name: 'Names of the users you invite' })
  await expect(names.getByRole('listitem')).toHaveCount(3)
  await expect(names.getByLabel(`First name of ${gia}`)).toHaveValue('Gia')
  // The address has no last name, so none is filled in.
  const last = names.getByLabel('Last name of ana@northlight.example.com')
  await expect(last).toHaveValue('')
  await last.fill('Whitfield')
  await names.getByLabel(`Last name of ${gia}`).fill('Moreno')
  await names.getByLabel(`Last name of ${hal}`).fill('Berg')
  await names.getByLabel(`First name of ${hal}`).fill(' ')
  await dialog.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(names.getByText('Please enter a first name')).toBeVisible()
  await expect(names.getByLabel(`First name of ${hal}`)).toBeFocused()
  await names.getByLabel(`First name of ${hal}`).fill('Hal')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 3 invitations' }).click()
  await expect(page.getByText('2 invitations are on their way.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('ana@northlight.example.com is already a user and will be skipped.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, hal)).toContainText('Invited')
  await expect(rowOf(page, gia)).toContainText('Invited')
  await expect(rowOf(page, gia)).toContainText('Gia Moreno')

  await acceptInvitation(await elsewhere(), gia, codeFor)
  await expect(rowOf(page, gia)).toContainText('Active')
  await expect(rowOf(page, hal)).toContainText('Invited')
  await expect(page.getByRole('radiogroup', { name: 'Status' }).getByText('Active 2')).toBeVisible()
})

test('Every invited user has both names, each of at most 50 characters, and one of three roles [VAL-07] [VAL-13] [USER-02]', async ({
  page,
  product,
  codeFor,
}) => {
  const una = await newOwner(product, { name: 'Una' }, codeFor)
  await enterAs(page, product, una)
  await openUsers(page)
  await page.getByRole('button', { name: 'Invite users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  const send = dialog.locator('button[type=submit]')
  const addresses = dialog.locator('input[name=emails]')
  await send.click()
  await expect(dialog.getByText('Enter at least one email address.')).toBeVisible()
  await addresses.fill(una.email)
  await addresses.press('Enter')
  await expect(dialog.getByText(`${una.email} is already a user and will be skipped.`)).toBeVisible()
  await dialog.getByRole('button', { name: `Remove ${una.email}` }).click()

  const vic = someEmail('vic')
  await addresses.fill(vic)
  await addresses.press('Enter')
  await expect(send).toHaveText('Send 1 invitation')
  const [first, last] = [dialog.getByLabel(`First name of ${vic}`), dialog.getByLabel(`Last name of ${vic}`)]
  await expect(first).toHaveValue('Vic')
  await first.fill('v'.repeat(51))
  await last.fill('  ')
  await send.click()
  await expect(dialog.getByText('Use at most 50 characters')).toBeVisible()
  await expect(dialog.getByText('Please enter a last name')).toBeVisible()
  await expect(first).toBeFocused()
  await first.fill('Vic')
  await last.fill('Moss')
  const role = dialog.getByLabel('Role', { exact: true })
  await expect(role.getByRole('option')).toHaveText(['User', 'Admin', 'Super admin'])
  await role.selectOption('Admin')
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Vic Moss')).toContainText('Invited')
  await expect(page.getByRole('button', { name: 'Role of Vic Moss: Admin' })).toBeVisible()
})

test('A role change and a suspension take effect immediately: the open page closes, and signing in shows why [USER-06] [USER-07]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  const ola = await newOwner(product, { name: 'Ola' }, codeFor)
  const ben = await joinTeam(product, ola, { name: 'Ben', codeFor })
  await enterAs(page, product, ola)
  await openUsers(page)
  const his = await elsewhere()
  await enterAs(his, product, ben)
  await open(his, '/', 'Home')
  await expect(his.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  const navigation = his.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Audit log' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Role of Ben Berg: User' }).click()
  await page.getByRole('menuitemradio', { name: 'Admin', exact: true }).click()
  await answerQuestion(page, 'Change Ben Berg to Admin?', 'Change role')
  await expect(page.getByText('Ben Berg now has the role Admin.')).toBeVisible()
  await navigation.getByRole('link', { name: 'Audit log' }).click()
  await expect(his.getByRole('table', { name: 'Audit log' })).toBeVisible()

  await choose(page, 'Ben Berg', 'Suspend')
  await answerQuestion(page, 'Suspend Ben Berg?', 'Suspend')
  await expect(rowOf(page, 'Ben Berg')).toContainText('Suspended')
  // Either a refused call or the ended session closes the page.
  await expect(his.getByRole('heading', { name: /^(How will you use Tributary\?|Sign in)$/ })).toBeVisible()
  await emailTo(product, ben.email, /is suspended$/)
  await expectSignIn(product, ben, 'is refused')
  await openSignIn(his)
  await fillSignIn(his, ben)
  await expect(his.getByRole('alert')).toHaveText('Your access was suspended or removed. Ask an admin of your account.')

  await page.getByRole('button', { name: 'Restore Ben Berg' }).click()
  await expect(rowOf(page, 'Ben Berg')).toContainText('Active')
  await expectSignIn(product, ben, 'works')
  await his.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(navigation.getByRole('link', { name: 'Audit log' })).toBeVisible()
})

test('An invitation is resent from its row, and a user is deleted after a confirmation with counts [USER-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const liv = await newOwner(product, { name: 'Liv' }, codeFor)
  const eva = await invite(product, liv, { name: 'Eva' })
  const first = await codeFor(eva.email)
  await write(product, `update app_user set invited_at = invited_at - interval '11 minutes' where email_norm = $1`, [eva.email])
  await joinTeam(product, liv, { name: 'Max', codeFor })
  await enterAs(page, product, liv)
  await openUsers(page)

  await page.getByRole('button', { name: 'Resend invite to Eva Berg' }).click()
  await expect(rowOf(page, 'Eva Berg').getByRole('status')).toHaveText('Invite sent')
  await expect(page.getByRole('button', { name: 'Resend invite to Eva Berg' })).toHaveCount(0)
  expect(await codeFor(eva.email, first)).not.toBe(first)

  await choose(page, 'Max Berg', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Max Berg?' })
  await expect(question).toContainText('They lose access right away.')
  await expect(question).toContainText(/\d audit log entr(y|ies) stays?\./)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Max Berg')).toBeVisible()
  await choose(page, 'Max Berg', 'Delete')
  await answerQuestion(page, 'Delete Max Berg?', 'Delete')
  await expect(page.getByText('Max Berg was deleted.')).toBeVisible()
  await expect(rowOf(page, 'Max Berg')).toHaveCount(0)
  expect(await emailsTo(product, eva.email)).toHaveLength(2)
})

test('A user who is no admin cannot change users; the owner stays, whatever an outdated screen offers [USER-02] [USER-03]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  const theirs = await elsewhere()
  await enterAs(theirs, product, demoUser('cho@northlight.example.com'))
  const table = await openUsers(theirs)
  await expect(table.getByRole('row').filter({ hasText: 'Ana Whitfield' })).toContainText('Admin, owner')
  await expect(table.getByRole('button', { name: /^(More for|Role of|Restore|Resend)/ })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Invite users' })).toHaveCount(0)

  const rui = await newOwner(product, { name: 'Rui' }, codeFor)
  const kim = await joinTeam(product, rui, { name: 'Kim', role: 'admin', codeFor })
  await page.route('**/agencies-api/live', (route) => route.abort())
  await enterAs(page, product, rui)
  await openUsers(page)
  await callAs(product, rui, {
    method: 'POST',
    path: `/users-api/clients/${rui.clientId}/ownership`,
    body: { user_id: kim.id },
  })
  await choose(page, 'Kim Berg', 'Suspend')
  const question = page.getByRole('alertdialog', { name: 'Suspend Kim Berg?' })
  await question.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(question.getByRole('alert')).toHaveText('This user owns the account. Make someone else the owner first.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Kim Berg')).toContainText('Admin, owner')
  await expect(page.getByRole('button', { name: 'More for Kim Berg' })).toHaveCount(0)
})

test('If users cannot be loaded, the page shows an error with a button to try again [MSG-04]', async ({ page, product }) => {
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  let broken = true
  await page.route('**/users-api/users/?**', (route) => (broken ? route.abort() : route.continue()))
  await open(page, '/settings/users', 'Users')
  const note = page.getByRole('alert').filter({ hasText: "We couldn't load this." })
  await expect(note).toContainText('Check your connection and try again.')
  broken = false
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'Ana Whitfield')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('tanaka')
  await expect(rowOf(page, 'Ana Whitfield')).toHaveCount(0)
  await expect(rowOf(page, 'Cho Tanaka')).toBeVisible()
  await expect(page).toHaveURL(/search=tanaka/)
})
