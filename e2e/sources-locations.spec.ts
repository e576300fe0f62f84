import { answerVendor, atVendor, beginConnecting, inAccount, openSources, type VendorAccount } from './sources.ts'
import { enterAs, newOwner } from './team.ts'
import { expect, expectAccessible, someCompany, test } from './world.ts'
import type { Product } from './product.ts'

/** An agency with four locations, each with one contact more than the previous one. */
const newAgency = async (product: Product): Promise<VendorAccount> => {
  const type = 'ghl'
  const name = someCompany('Brightsmile')
  await atVendor(product, type, { method: 'PUT', path: '/limits', body: { on: false } })
  const locations = ['Aspen', 'Boulder', 'Castle Rock', 'Denver'].map((one) => ({ name: one }))
  const made = await atVendor<{ id: string; locations: string[] }>(product, type, {
    path: '/agencies',
    body: { name, locations },
  })
  for (const [index, id] of made.locations.entries())
    await inAccount(product, { type, id, name, connect: {} }, { path: '/fill', body: { people: index + 1, deals: 0 } })
  return { type, id: made.id, name, connect: {} }
}

test('Ana connects three locations of her agency with one consent, adds the fourth, and reconnects all of them [SYNC-04] [SYNC-09]', async ({
  page,
  product,
  codeFor,
}) => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const agency = await newAgency(product)
  const cardOf = (name: string) => page.getByRole('article', { name: `GoHighLevel, ${name}`, exact: true })
  await enterAs(page, product, ana)
  await openSources(page)
  await (await beginConnecting(page, 'GoHighLevel')).getByRole('button', { name: 'Continue to GoHighLevel' }).click()
  await answerVendor(page, agency, 'Allow')
  const dialog = page.getByRole('dialog', { name: 'Choose locations' })
  // The message leaves after some seconds, however long the locations take.
  await Promise.all([
    expect(page.getByText("You're signed in to GoHighLevel. Finish setup to start the first sync.")).toBeVisible(),
    expect(dialog.getByRole('group', { name: 'Locations', exact: true }).getByRole('checkbox')).toHaveCount(4),
  ])

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const unfinished = page.getByRole('article', { name: 'GoHighLevel', exact: true })
  await expect(unfinished).toContainText('Choose locations')
  await unfinished.getByRole('button', { name: 'Finish setup of GoHighLevel' }).click()
  await dialog.getByRole('checkbox', { name: 'Aspen' }).check()
  await dialog.getByRole('checkbox', { name: 'Boulder' }).check()
  await dialog.getByRole('checkbox', { name: 'Denver' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Connect 3 locations' }).click()
  for (const [name, contacts] of Object.entries({ Aspen: '1 contact', Boulder: '2 contacts', Denver: '4 contacts' })) {
    await expect(cardOf(name)).toContainText('Active')
    await expect(cardOf(name)).toContainText(contacts)
  }
  await expect(page.getByRole('heading', { name: 'Connected 3' })).toBeVisible()

  await page.getByRole('button', { name: 'More about GoHighLevel, Denver' }).click()
  await page.getByRole('menuitem', { name: 'Add locations' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Denver' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Castle Rock' }).check()
  await dialog.getByRole('button', { name: 'Connect 1 location' }).click()
  await expect(cardOf('Castle Rock')).toContainText('Active')

  await inAccount(product, agency, { path: '/tokens', body: { do: 'revoke' } })
  for (const name of ['Aspen', 'Boulder', 'Castle Rock', 'Denver']) await expect(cardOf(name)).toContainText('Error')
  await cardOf('Boulder').getByRole('link', { name: 'Reconnect GoHighLevel, Boulder' }).click()
  await page.getByRole('button', { name: 'Continue to GoHighLevel' }).click()
  await answerVendor(page, agency, 'Allow')
  for (const name of ['Aspen', 'Boulder', 'Castle Rock', 'Denver']) await expect(cardOf(name)).toContainText('Active')
})
