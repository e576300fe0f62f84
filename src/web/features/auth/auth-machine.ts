import type { AccountType } from '#contract/route.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ApiError } from '#web/lib/api-error.ts'

/** The statuses with a screen of their own. */
const knownStatuses = [
  'INITIAL',
  'SIGN_IN',
  'SIGN_UP',
  'RESET_PASSWORD',
  'CONFIRM_SIGN_UP',
  'CONFIRM_RESET_PASSWORD_WITH_CODE',
  'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
  'SIGNED_IN',
] as const

export type AuthStatus = (typeof knownStatuses)[number] | 'OTHER_STEP'
type AuthNotice = 'emailConfirmed' | 'passwordChanged' | 'accountCreated' | 'passwordResetRequired'

export interface AuthState {
  status: AuthStatus
  /** Kept between screens, so that nobody types an address twice. */
  email: string
  accountType: AccountType
  /** SIGNED_IN is assumed until the user is here or the check has failed. */
  user: CurrentUser | null
  /** The person is signed in, yet the account cannot be opened. */
  problem: ApiError | null
  notice: AuthNotice | null
}

/** What the browser's history remembers of a screen. */
export type AuthPlace = Pick<AuthState, 'status' | 'accountType' | 'email'>

export type AuthAction =
  | { type: 'accountTypeChosen'; accountType: AccountType }
  | { type: 'moved'; to: 'INITIAL' | 'SIGN_IN' | 'RESET_PASSWORD'; email?: string; notice?: AuthNotice }
  | { type: 'stepReturned'; step: string; email?: string; notice?: AuthNotice }
  | { type: 'signedIn' }
  | { type: 'userLoaded'; user: CurrentUser }
  | { type: 'userRefused'; problem: ApiError }
  | { type: 'signedOut'; to: 'INITIAL' | 'SIGN_IN' }
  | { type: 'revisited'; place: AuthPlace }

export const initialAuthState: AuthState = {
  status: 'SIGNED_IN',
  email: '',
  accountType: 'AGENCY',
  user: null,
  problem: null,
  notice: null,
}

/** A step of the identity provider as a status; one without a screen becomes OTHER_STEP. */
const statusOfStep = (step: string): AuthStatus => {
  if (step === 'DONE') return 'SIGN_IN'
  return knownStatuses.find((status) => status === step) ?? 'OTHER_STEP'
}

type Changes = { [T in AuthAction['type']]: (action: Extract<AuthAction, { type: T }>) => Partial<AuthState> }

const keeping = (email: string | undefined, notice: AuthNotice | undefined) => ({
  ...(email === undefined ? {} : { email }),
  notice: notice ?? null,
})

const changes: Changes = {
  accountTypeChosen: ({ accountType }) => ({ status: 'SIGN_UP', accountType }),
  moved: ({ to, email, notice }) => ({ status: to, ...keeping(email, notice) }),
  stepReturned: ({ step, email, notice }) => ({ status: statusOfStep(step), ...keeping(email, notice) }),
  signedIn: () => ({ status: 'SIGNED_IN', user: null }),
  userLoaded: ({ user }) => ({ status: 'SIGNED_IN', user }),
  userRefused: ({ problem }) => ({ status: 'SIGNED_IN', user: null, problem }),
  signedOut: ({ to }) => ({ ...initialAuthState, status: to }),
  revisited: ({ place: { status, accountType, email } }) => ({ status, accountType, email }),
}

/** Every action starts from a state without notice and problem, so neither outlives the screen it was meant for. */
export const authReducer = (state: AuthState, action: AuthAction): AuthState => {
  // A signed-in person walks through pages; the screens before them are none.
  if (action.type === 'revisited' && state.status === 'SIGNED_IN') return state
  const change = changes[action.type] as (given: AuthAction) => Partial<AuthState>
  return { ...state, problem: null, notice: null, ...change(action) }
}
