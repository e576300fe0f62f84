import { answerQuestion } from './people.ts'
import { giveApp } from './second-steps.ts'
import { enterAs, expectSignIn, joinColleague, letterTo, newOwner, openUsers } from './team.ts'
import { expect, test } from './world.ts'

test('Mara clears the second step of Nils, who lost his phone, and his password lets him in again [USER-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const mara = await newOwner(product, { name: 'Mara', isAgency: true }, codeFor)
  const nils = await joinColleague(product, mara, { name: 'Nils', codeFor })
  await giveApp(product, nils, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
  await expectSignIn(product, nils, 'is refused')
  await enterAs(page, product, mara)
  await openUsers(page)
  await page.getByRole('button', { name: 'More for Nils Berg' }).click()
  await page.getByRole('menuitem', { name: 'Clear second step' }).click()
  await answerQuestion(page, 'Clear the second step of Nils Berg?', 'Clear')
  await expect(page.getByText('Nils Berg signs in with the password alone now')).toBeVisible()
  await letterTo(product, nils.email, /An admin cleared your second step/)
  await expectSignIn(product, nils, 'works')
})
