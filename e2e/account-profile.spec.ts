import { answerQuestion, closeAccount, openAccount } from './users.ts'
import { enterAs, joinTeam, emailTo, emailsTo, newOwner, open } from './team.ts'
import { expect, expectAccessible, someCompany, test, type Page } from './world.ts'

const bell = (page: Page, label: string) => page.getByRole('banner').getByRole('button', { name: label, exact: true })

test('Names are validated and show immediately; time zone and theme follow the user to every browser [USER-05] [VAL-06]', async ({
  page,
  product,
  codeFor,
  elsewhere,
}) => {
  const zoe = await newOwner(product, { name: 'Zoe' }, codeFor)
  await enterAs(page, product, zoe)
  await open(page, '/settings/users', 'Users')
  const account = await openAccount(page)
  const profile = account.getByRole('region', { name: 'Profile' })
  const save = profile.getByRole('button', { name: 'Save changes' })
  await expect(account.getByRole('button', { name: /^(Save|Cancel)/ })).toHaveText(['Save changes'])
  const preferences = account.getByRole('region', { name: 'Preferences' })
  await expect(preferences).toContainText('Changes here are saved automatically.')
  for (const part of ['Appearance', 'Email notifications'])
    await expect(preferences.getByRole('heading', { name: part })).toBeVisible()
  await account.getByLabel('First name').fill('  ')
  await account.getByLabel('Last name').fill('b'.repeat(51))
  await save.click()
  await expect(account.getByText('Please enter your first name')).toBeVisible()
  await expect(account.getByText('Use at most 50 characters')).toBeVisible()
  await expect(account.getByLabel('First name')).toBeFocused()
  await account.getByLabel('First name').fill('Zoë')
  await account.getByLabel('Last name').fill('Bergström')
  await account.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon')
  await page.getByRole('option', { name: /Europe\/Lisbon/ }).click()
  await account.getByRole('radiogroup', { name: 'Appearance' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText('Profile saved.')).toBeVisible()
  await expect(account).toBeHidden()
  await expect(page.getByRole('button', { name: 'Your menu, Zoë Bergström' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Zoë Bergström')

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const other = await elsewhere()
  await enterAs(other, product, zoe)
  await open(other, '/', 'Home')
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const there = await openAccount(other)
  await expect(there.getByLabel('First name')).toHaveValue('Zoë')
  await expect(there.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Lisbon')
})

test('The owner changes the profile of the account, closes it by typing its name, cancels the closure, and transfers the account', async ({
  page,
  product,
  codeFor,
}) => {
  const amy = await newOwner(product, { name: 'Amy', isAgency: true }, codeFor)
  const bo = await joinTeam(product, amy, { name: 'Bo', role: 'admin', codeFor })
  await enterAs(page, product, amy)
  await open(page, '/settings/account', 'Account')
  const profile = page.getByRole('form', { name: 'Account profile' })
  const name = someCompany('Harbour')
  await profile.getByLabel('Agency name').fill(' ')
  await profile.getByRole('button', { name: 'Save changes' }).click()
  await expect(profile.getByText('Please enter your agency name')).toBeVisible()
  await profile.getByLabel('Agency name').fill(name)
  await profile.getByRole('combobox', { name: 'Report time zone' }).fill('Denver')
  await page.getByRole('option', { name: /America\/Denver/ }).click()
  await profile.getByRole('combobox', { name: 'Currency' }).fill('EUR')
  await page.getByRole('option', { name: /EUR/ }).click()
  await profile.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Account profile saved.')).toBeVisible()
  await expect(page.getByTitle(name).first()).toBeVisible()

  const closing = page.getByRole('region', { name: 'Close the account' })
  await expect(closing.getByRole('list', { name: 'What is erased' })).toContainText('2 users')
  await closing.getByRole('button', { name: 'Close this account' }).click()
  const dialog = page.getByRole('dialog', { name: `Close ${name}?` })
  await dialog.getByLabel(`Type ${name} to confirm`).fill('Harbor')
  await dialog.getByRole('button', { name: 'Close this account' }).click()
  await expect(dialog.getByText("This doesn't match the account name")).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await dialog.getByRole('button', { name: 'Close this account' }).click()
  await expect(dialog).toBeHidden()
  await emailTo(product, bo.email, /will be closed on/)
  await open(page, '/settings/users', 'Users')
  const banner = page.getByText(/^This account is being closed\. We'll erase everything in it on/)
  await expect(banner).toBeVisible()
  await page.getByRole('link', { name: 'See what happens' }).click()
  await page.getByRole('button', { name: 'Cancel closure' }).click()
  await expect(page.getByText('The account stays open. Nothing was erased.')).toBeVisible()
  await expect(banner).toHaveCount(0)

  const ownership = page.getByRole('region', { name: 'Account owner' })
  await ownership.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(ownership.getByText('Choose the new owner')).toBeVisible()
  await ownership.getByRole('combobox', { name: 'New owner' }).click()
  await page.getByRole('option', { name: /Bo Berg/ }).click()
  await ownership.getByRole('button', { name: 'Transfer ownership' }).click()
  await answerQuestion(page, 'Make Bo Berg the owner?', 'Transfer ownership')
  await expect(ownership.getByText('Only the owner can transfer or close the account.')).toBeVisible()
  await expect(ownership).toContainText(bo.email)
  await expect(closing.getByText('Only the owner can close the account.')).toBeVisible()
  await emailTo(product, bo.email, /^You now own/)
})

test('The bell shows who joined while the page is open; the user chooses which notifications are also emailed', async ({
  page,
  product,
  codeFor,
}) => {
  const eli = await newOwner(product, { name: 'Eli' }, codeFor)
  await enterAs(page, product, eli)
  await open(page, '/', 'Home')
  await expect(bell(page, 'Notifications')).toBeVisible()
  await joinTeam(product, eli, { name: 'Fay', codeFor })
  await bell(page, 'Notifications, 1 unread').click()
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveText([/^Unread: Fay Berg joined the account/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page, 'Notifications')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveText([/^Fay Berg joined the account/])
  await list.getByRole('link').click()
  await expect(page).toHaveURL(/\/settings\/users/)
  await expect(list).toBeHidden()
  expect((await emailsTo(product, eli.email)).filter(({ subject }) => /joined/.test(subject))).toEqual([])

  const account = await openAccount(page)
  const emailSwitch = account.getByRole('switch', { name: 'Emails about users' })
  await expect(emailSwitch).not.toBeChecked()
  const saved = page.waitForResponse((response) => response.url().endsWith('/notifications/mail') && response.ok())
  await emailSwitch.click()
  await saved
  await expect(emailSwitch).toBeChecked()
  await closeAccount(page)
  await joinTeam(product, eli, { name: 'Gus', codeFor })
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible()
  await emailTo(product, eli.email, /^Gus Berg joined /)
})
