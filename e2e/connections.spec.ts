import type { Locator } from '@playwright/test'
import { connectSource, newAccount } from './sources.ts'
import { callAs, emailTo, enterAs, newOwner, open, signInMember, type Member } from './team.ts'
import { expectInside, fillSignIn } from './users.ts'
import { expect, expectGoodScreen, fillSignUp, someCompany, someEmail, test, type Page } from './world.ts'
import type { Product } from './product.ts'

/** The address in the invitation's email. */
const linkFor = async (product: Product, email: string): Promise<string> => {
  const { text } = await emailTo(product, email, /invites you to connect/)
  return /\/invitations\/\S+/.exec(text)?.[0] ?? ''
}

interface Invitation {
  name: string
  email: string
}

const inviteOnScreen = async (page: Page, kind: 'company' | 'agency', { name, email }: Invitation): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: kind === 'company' ? 'Invite a company' : 'Invite an agency' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(kind === 'company' ? 'Company name' : 'Agency name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Invites by API, for tests that are not about inviting. */
const inviteByApi = async (product: Product, by: Member, { name, email }: Invitation): Promise<string> => {
  const body = { name, partnerEmail: email }
  const { id } = await callAs(product, by, { method: 'POST', path: '/agencies-api/connections', body })
  return String(id)
}

test('Ana invites a company without an account: Marcus signs up from the link, is back at the invitation, syncs and accepts [PARTNER-02] [PARTNER-04] [PARTNER-05] [SHELL-12]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const helio = { name: someCompany('Helio'), email: someEmail('marcus') }
  await enterAs(page, product, ana)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connected companies' }).click()
  await expect(page.getByRole('heading', { name: 'No connected companies yet' })).toBeVisible()
  await inviteOnScreen(page, 'company', helio)
  await expect(rowOf(page, helio.name)).toContainText('Invite sent')

  const his = await elsewhere()
  await his.goto(await linkFor(product, helio.email))
  const invitation = his.getByRole('heading', { name: `${ana.company} asks to see which of its work became customers` })
  await expect(invitation).toBeVisible()
  await expect(his.getByText('14 days left')).toBeVisible()
  await his.getByRole('button', { name: 'Continue with a free account' }).click()
  await expect(his.getByText(`${ana.company} invited you.`)).toBeVisible()
  const marcus = { email: helio.email, password: 'a calm river at noon' }
  await fillSignUp(his, { ...marcus, type: 'company', company: helio.name, firstName: 'Marcus', lastName: 'Vale' })
  await his.getByRole('button', { name: 'Create account' }).click()
  await expect(his.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  await his.getByLabel('Confirmation code').fill(await codeFor(marcus.email))
  await expect(invitation).toBeVisible()

  await expect(his.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await expect(his.getByText('You should sync first to accept partner. Then you can accept.')).toBeVisible()
  await expectGoodScreen(his)
  await his.setViewportSize({ width: 1280, height: 800 })
  await his.getByRole('link', { name: 'Decide later' }).click()
  await expect(his.getByText(`${ana.company} asks to see which of its work became customers.`)).toBeVisible()
  await his.getByRole('link', { name: 'Open the invitation' }).click()
  await his.getByRole('link', { name: 'Connect your CRM' }).click()
  await expect(his.getByRole('banner').getByRole('heading', { name: 'Connected syncs' })).toBeVisible()
  const member = await signInMember(product, marcus)
  await connectSource(product, member, await newAccount(product, { type: 'hubspot', people: 3, deals: 1 }))

  await his.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connected agencies' }).click()
  await expect(rowOf(his, ana.company)).toContainText('Invite received')
  await his.getByText('Waiting 1').click()
  await his.getByRole('link', { name: ana.company }).click()
  await his.getByRole('button', { name: 'Accept' }).click()
  await expect(his.getByText('Invitation accepted')).toBeVisible()
  await expect(his.getByText('Next, choose what to share.')).toBeVisible()

  await expect(rowOf(page, helio.name)).toContainText('Accepted, criteria pending')
  await page.getByRole('link', { name: helio.name }).click()
  await expect(page.getByText(`Next, ${helio.name} decides what to share.`)).toBeVisible()
})

test('Priya invites an agency, Ben declines with a reason, Priya sees it at once and removes it [PARTNER-03] [PARTNER-05] [USER-08]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const priya = await newOwner(product, { name: 'Priya' }, codeFor)
  const ben = await newOwner(product, { name: 'Ben', isAgency: true }, codeFor)
  await connectSource(product, priya, await newAccount(product, { type: 'hubspot', people: 3, deals: 1 }))
  await enterAs(page, product, priya)
  await open(page, '/settings/connections', 'Connected agencies')
  await inviteOnScreen(page, 'agency', { name: 'Northlight', email: ben.email })
  await page.getByRole('link', { name: 'Northlight' }).click()
  await expect(page.getByText('Expires in 14 days')).toBeVisible()

  const his = await elsewhere()
  await his.goto(await linkFor(product, ben.email))
  await expect(his.getByRole('heading', { name: `${priya.company} invites you to see` })).toBeVisible()
  await his.getByRole('button', { name: 'Sign in' }).click()
  // He signs in later, in another tab.
  await his.goto('/?sign-in')
  await fillSignIn(his, ben)
  await his.getByRole('button', { name: 'Decline' }).click()
  const question = his.getByRole('dialog', { name: `Decline the invitation from ${priya.company}?` })
  await question.getByLabel('Reason (optional)').fill('We are fully booked')
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(his.getByText('Invitation rejected')).toBeVisible()

  await expect(page.getByText('We are fully booked')).toBeVisible()
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove from list' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Integration removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No connected agencies yet' })).toBeVisible()
})

test('An invitation is for one address and its newest link only: Cho is told so and signs out, Maya finds it again [VAL-10]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const maya = await newOwner(product, { name: 'Maya' }, codeFor)
  const cho = await newOwner(product, { name: 'Cho' }, codeFor)
  const id = await inviteByApi(product, ana, { name: 'Brightsmile', email: maya.email })
  const link = await linkFor(product, maya.email)

  await enterAs(page, product, cho)
  await connectSource(product, cho, await newAccount(product, { type: 'hubspot', people: 1 }))
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText("Invitee email doesn't match with yours.")).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(`You're signed in as ${cho.email}.`)
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveAttribute('data-variant', 'default')
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveAttribute('data-variant', 'filled')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, maya)
  await expect(page.getByText(`Signed in as ${maya.email}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Decide later' }).click()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: `${ana.company} invited you to connect` }).click()
  await expect(page).toHaveURL(new RegExp(`/settings/connections/${id}$`))
  await expect(page.getByRole('main').getByRole('button', { name: 'Accept' })).toBeVisible()

  await callAs(product, ana, { method: 'POST', path: `/agencies-api/connections/${id}/cancel`, body: {} })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invitation link is not valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expectInside(page)
})

test('Every screen of connections is accessible and fits, in both themes [SHELL-12]', async ({
  page,
  elsewhere,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const email = someEmail('marcus')
  const id = await inviteByApi(product, ana, { name: 'Helio Solar and a rather long name of a company', email })
  await enterAs(page, product, ana)
  await open(page, '/settings/connections', 'Connected companies')
  await expect(page.getByRole('table', { name: 'Connected companies' })).toBeVisible()
  await expectGoodScreen(page)
  await page.goto('/settings/connections?invite=true')
  await expect(page.getByRole('dialog', { name: 'Invite a company' })).toBeVisible()
  await expectGoodScreen(page)
  await page.goto(`/settings/connections/${id}`)
  await expect(page.getByText('Expires in 14 days')).toBeVisible()
  await expectGoodScreen(page)

  const visitor = await elsewhere()
  await visitor.goto(await linkFor(product, email))
  await expect(visitor.getByRole('button', { name: 'Continue with a free account' })).toBeVisible()
  await expectGoodScreen(visitor)
  await visitor.goto('/invitations/wrong')
  await expect(visitor.getByRole('heading', { name: 'Invitation link is not valid' })).toBeVisible()
  await expectGoodScreen(visitor)
})
