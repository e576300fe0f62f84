import { newUser } from './users.ts'
import { enterAccount } from './second-steps.ts'
import { demoUser, enterAs, open } from './team.ts'
import { expect, test } from './world.ts'

test('In the menu of a row, delete actions and their icons are red', async ({ page, product }) => {
  await enterAs(page, product, demoUser('ana@northlight.example.com'))
  await open(page, '/settings/users', 'Users')
  await page.getByRole('button', { name: 'More for Cho Tanaka' }).click()
  const item = page.getByRole('menuitem', { name: 'Delete' })
  const red = await item.evaluate((element) => getComputedStyle(element).color)
  await expect(item.locator('svg')).toHaveCSS('color', red)
  const plain = page.getByRole('menuitem', { name: 'Edit' })
  await expect(plain.locator('svg')).not.toHaveCSS('color', red)
})

test('A checkbox is aligned with its label, and so is its hint', async ({ page, product, codeFor }) => {
  const ove = await newUser(product, 'Ove', codeFor)
  const account = await enterAccount(page, product, ove)
  await account.getByRole('button', { name: 'Change password' }).click()
  const boxOf = async (name: string) => {
    const box = await account.getByText(name).boundingBox()
    if (!box) throw new Error(`${name} is not shown`)
    return box
  }
  const checkbox = await account.getByRole('checkbox').boundingBox()
  const label = await boxOf('Keep my passkeys and remembered devices')
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2
  expect(Math.abs(middleOf(checkbox ?? label) - middleOf(label))).toBeLessThan(1)
  const indent = await account.getByText('Keep my passkeys').evaluate((element) => getComputedStyle(element).paddingInlineStart)
  await expect(account.getByText('Leave this off')).toHaveCSS('padding-inline-start', indent)
})
