import { answerQuestion } from './users.ts'
import { giveApp } from './second-steps.ts'
import { enterAs, expectSignIn, joinTeam, emailTo, newOwner, openUsers } from './team.ts'
import { expect, test } from './world.ts'

test('Mara resets two-step sign-in for Nils, who lost his phone, and he signs in with his password again [USER-06]', async ({
  page,
  product,
  codeFor,
}) => {
  const mara = await newOwner(product, { name: 'Mara', isAgency: true }, codeFor)
  const nils = await joinTeam(product, mara, { name: 'Nils', codeFor })
  await giveApp(product, nils, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
  await expectSignIn(product, nils, 'is refused')
  await enterAs(page, product, mara)
  await openUsers(page)
  await page.getByRole('button', { name: 'More for Nils Berg' }).click()
  await page.getByRole('menuitem', { name: 'Turn off two-step sign-in' }).click()
  await answerQuestion(page, 'Turn off two-step sign-in for Nils Berg?', 'Turn off')
  await expect(page.getByText('Nils Berg can now sign in with their password alone')).toBeVisible()
  await emailTo(product, nils.email, /An admin turned off your two-step sign-in/)
  await expectSignIn(product, nils, 'works')
})
