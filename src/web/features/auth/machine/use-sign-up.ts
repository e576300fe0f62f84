import { autoSignIn, signUp } from 'aws-amplify/auth'
import { validateCreateRequest } from '#contract/signup/sign-up.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { config } from '#web/lib/config.ts'
import { keepAcceptedTerms } from '#web/lib/identity/accepted-terms.ts'
import { useAuth } from './auth-context.ts'
import { autoSignInFailure } from '../failures.ts'
import { useNextStep } from './use-next-step.ts'

export interface SignUpValues extends Record<string, string> {
  companyName: string
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
  terms: string
}

const fieldsOfCheck: Record<string, 'companyName' | 'firstName' | 'lastName' | 'email'> = {
  name: 'companyName',
  email: 'email',
  'users.0.email': 'email',
  'users.0.name': 'firstName',
  'users.0.lastname': 'lastName',
}

/** The field of the form that our server's check refused. */
export const signUpFieldOf = (error: unknown) => (error instanceof ApiError ? fieldsOfCheck[error.field ?? ''] : undefined)

const tidy = (values: SignUpValues) => ({
  companyName: values.companyName.normalize('NFC').trim(),
  firstName: values.firstName.normalize('NFC').trim(),
  lastName: values.lastName.normalize('NFC').trim(),
  email: values.email.trim(),
})

const checkWithServer = (input: ReturnType<typeof tidy>, isAgency: boolean) =>
  call(validateCreateRequest, {
    body: {
      name: input.companyName,
      isAgency,
      users: [
        {
          lastname: input.lastName,
          name: input.firstName,
          email: input.email,
          username: `${input.firstName} ${input.lastName}`,
          deleted: false,
          agency: isAgency,
        },
      ],
    },
  })

const register = (input: ReturnType<typeof tidy>, password: string, isAgency: boolean) =>
  signUp({
    username: input.email,
    password,
    options: {
      userAttributes: {
        email: input.email,
        given_name: input.firstName,
        family_name: input.lastName,
        'custom:companyName': input.companyName,
        ...(isAgency ? { 'custom:isAgency': '1' } : {}),
        'custom:env': config().env,
      },
      autoSignIn: true,
    },
  })

// The identity client gives all failures here the same name.
const tooLate = 'The account was not confirmed on time.'

type Notice = 'emailConfirmed' | 'accountCreated'

const isByLink = () => config().identity.signUpVerification === 'link'

/** With a confirmation link, the account is not confirmed yet when the client stops polling: only its own message is true. */
const wordsOf = (error: unknown, notice: Notice) => {
  const failure = autoSignInFailure(error)
  if (failure === undefined) return { notice }
  return failure === tooLate || isByLink() ? { failure } : { notice, failure }
}

/** Signs in automatically after sign-up; if the browser lost that state, the user has to sign in. */
export const useAutoSignIn = () => {
  const { dispatch } = useAuth()
  const follow = useNextStep()
  return async (notice: Notice, email: string) => {
    const byHand = (error: unknown) => {
      const from = isByLink() ? ({ from: 'CONFIRM_SIGN_UP' } as const) : {}
      dispatch({ type: 'moved', to: 'SIGN_IN', ...from, email, ...wordsOf(error, notice) })
    }
    const result = await autoSignIn().catch(byHand)
    if (result) await follow(result.nextStep, { email })
  }
}

/** Our server validates first; only then does the identity provider create the user. */
export const useSignUp = (isAgency: boolean) => {
  const { dispatch } = useAuth()
  const signInAutomatically = useAutoSignIn()
  return async (values: SignUpValues) => {
    const input = tidy(values)
    await checkWithServer(input, isAgency)
    const { nextStep, userId } = await register(input, values.password, isAgency)
    keepAcceptedTerms(input.email)
    const { email } = input
    const named = userId === undefined ? {} : { signUp: { email, id: userId } }
    const step = nextStep.signUpStep
    const isAutomatic = step === 'COMPLETE_AUTO_SIGN_IN'
    // The client polls until the link was used; meanwhile the screen explains where to find the link.
    if (isAutomatic && isByLink())
      dispatch({ type: 'stepReturned', step: 'CONFIRM_SIGN_UP', email, isAwaitingLink: true, ...named })
    if (isAutomatic) await signInAutomatically('accountCreated', email)
    else dispatch({ type: 'stepReturned', step, email, ...named, ...(step === 'DONE' ? { notice: 'accountCreated' } : {}) })
  }
}
