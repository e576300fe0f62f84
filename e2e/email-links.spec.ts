import { fillSignIn } from './users.ts'
import { connectSource, expectRead, newAccount } from './sources.ts'
import { callAs, emailTo, newOwner } from './team.ts'
import { expect, test } from './world.ts'

test('The link of an email takes Priya through the sign-in to the right source and tab', async ({ page, product, codeFor }) => {
  const priya = await newOwner(product, { name: 'Priya' }, codeFor)
  const id = await connectSource(product, priya, await newAccount(product, { type: 'active_campaign', people: 40 }))
  await expectRead(product, priya, id)
  const body = { settings: { tags: ['mistyped'] } }
  await callAs(product, priya, { method: 'PATCH', path: `/users-api/integrations/models/${id}`, body })
  const { text } = await emailTo(product, priya.email, /a removal needs your approval$/)
  const link = new URL(/\S+\/settings\/integrations\/\S+/.exec(text)?.[0] ?? '')

  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await fillSignIn(page, priya)
  await expect(page.getByRole('tab', { name: 'Counts', selected: true })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/settings/integrations/${id}`)
  await expect(page.getByRole('button', { name: 'Keep them' })).toBeVisible()
})
