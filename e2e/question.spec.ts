// An installation that asks a custom question after the password, and has an identity pool.
import { acceptTerms, expectInside, fillSignIn, newUser } from './users.ts'
import { watchAnswers } from './second-steps.ts'
import { expect, expectGoodScreen, openSignIn, test } from './world.ts'

test.use({
  env: {
    SIGN_IN_FLOW: 'question',
    SIGN_IN_QUESTION: 'What is the name of our boat?',
    SIGN_IN_ANSWER: 'Heron',
    COGNITO_IDENTITY_POOL_ID: 'us-east-1:0a1b2c3d-1111-4222-8333-444455556666',
  },
})

test('Sten answers the custom question after his password, correctly the second time [GATE-10] [GATE-24]', async ({
  page,
  product,
  codeFor,
}) => {
  const sten = await newUser(product, 'Sten', codeFor)
  await openSignIn(page)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await fillSignIn(page, { ...sten, password: 'not the one he has' })
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password.')
  await fillSignIn(page, sten)
  await expect(page.getByRole('heading', { name: 'One more question' })).toBeVisible()
  await expect(page.getByText('What is the name of our boat?')).toBeVisible()
  await expectGoodScreen(page)
  const answer = page.getByLabel('Answer')
  await expect(answer).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter your answer')).toBeVisible()

  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await fillSignIn(page, sten)
  await expect(answer).toBeVisible()
  await page.reload()
  await expect(page.getByText('What is the name of our boat?')).toBeVisible()
  await answer.fill('Titanic')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('We need one more answer. Please try again.')).toBeVisible()
  await expect(answer).toBeFocused()
  await answer.fill(' heron ')
  await page.keyboard.press('Enter')
  await acceptTerms(page)
  await expectInside(page)
})

test('A third wrong answer ends the sign-in, and the user starts again [GATE-24] [IDP-13]', async ({
  page,
  product,
  codeFor,
}) => {
  const sven = await newUser(product, 'Sven', codeFor)
  await openSignIn(page)
  await fillSignIn(page, sven)
  for (const wrong of ['Titanic', 'Vasa']) {
    await page.getByLabel('Answer').fill(wrong)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('We need one more answer. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Answer')).toHaveValue('')
  }
  await page.getByLabel('Answer').fill('Mary Rose')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password.')
  await expect(page.getByLabel('Email')).toHaveValue(sven.email)
  await fillSignIn(page, sven)
  await page.getByLabel('Answer').fill('Heron')
  await page.getByRole('button', { name: 'Continue' }).click()
  await acceptTerms(page)
  await expectInside(page)
})

test('With an identity pool the browser also gets an identity and credentials [IDP-02]', async ({ page, product, codeFor }) => {
  const tuva = await newUser(product, 'Tuva', codeFor)
  const answers = watchAnswers(page)
  await openSignIn(page)
  await fillSignIn(page, tuva)
  await page.getByLabel('Answer').fill('Heron')
  await page.getByRole('button', { name: 'Continue' }).click()
  await acceptTerms(page)
  await expectInside(page)
  await expect(() => expect(answers).toEqual(expect.arrayContaining(['GetId 200', 'GetCredentialsForIdentity 200']))).toPass()
  expect(answers.filter((answer) => !answer.endsWith('200'))).toEqual([])
})
