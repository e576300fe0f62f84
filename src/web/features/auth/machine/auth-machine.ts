import type { AccountType } from '#contract/users/permissions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { ApiError } from '#web/lib/calls/api-error.ts'
import type { UserChange } from '#web/lib/identity/session.ts'
import type { StepDetails } from './sign-in-steps.ts'

/** Statuses with independent screens: a user who returns to one can continue there. */
const screenStatuses = [
  'INITIAL',
  'SIGN_IN',
  'SIGN_UP',
  'RESET_PASSWORD',
  'CONFIRM_SIGN_UP',
  'CONFIRM_RESET_PASSWORD_WITH_CODE',
  'SIGNED_IN',
] as const

/** Steps of a sign-in that has begun: the identity provider waits for exactly this step. */
const pendingStatuses = [
  'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
  'CONFIRM_SIGN_IN_WITH_SMS_CODE',
  'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
  'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
  'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
  'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
  'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP',
  'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
  'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
  'CONFIRM_SIGN_IN_WITH_PASSWORD',
  'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
  'UNKNOWN_STEP',
] as const

type ScreenStatus = (typeof screenStatuses)[number]
type PendingStatus = (typeof pendingStatuses)[number]
export type AuthStatus = ScreenStatus | PendingStatus
/** The steps whose screens are loaded when they are needed. */
export type FurtherStep = Exclude<PendingStatus, 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'>

type AuthNotice =
  | 'emailConfirmed'
  | 'passwordChanged'
  | 'accountCreated'
  | 'passwordResetRequired'
  | 'tookTooLong'
  | 'signInOver'
  | 'interrupted'
  | 'hostedSignOutFailed'

export interface PendingStep {
  status: PendingStatus
  details: StepDetails
  /** Counts the steps of one sign-in, so that a repeated step gets a fresh screen. */
  round: number
  /** The provider repeated the same question. */
  isRepeated: boolean
}

export interface AuthState {
  status: AuthStatus
  /** Kept between screens, so that the user types it once. */
  email: string
  accountType: AccountType
  /** SIGNED_IN is assumed until the user is loaded or the check has failed. */
  user: CurrentUser | null
  /** Why the user could not be fetched although this browser holds tokens. Kept until the user is loaded or the tokens are removed. */
  problem: ApiError | null
  notice: AuthNotice | null
  /** The message why the previous screen failed. */
  failure: string | null
  /** The step that the identity provider waits for. Its details may hold a secret, which never leaves memory. */
  pending: PendingStep | null
  /** The page was reloaded since the identity client last returned a step, so the client has lost its memory. */
  isResumed: boolean
  /** The identity client polls whether the link of the confirmation email was used, and then signs in. */
  isAwaitingLink: boolean
  /** The sign-up of this tab: others may have signed up with the same address, and their codes arrive in the same mailbox. */
  signUp: SignUp | null
}

export interface SignUp {
  email: string
  id: string
}

/** What the browser's history stores about a screen. */
export type AuthLocation = Pick<AuthState, 'status' | 'accountType' | 'email'>

/** What survives a reload of the page. */
export interface ResumableLocation extends AuthLocation {
  pending: PendingStep | null
  signUp: SignUp | null
}

export type AuthAction =
  | { type: 'accountTypeChosen'; accountType: AccountType }
  | {
      type: 'moved'
      to: 'INITIAL' | 'SIGN_IN' | 'RESET_PASSWORD'
      /** The action is ignored on any other screen: the user has left this one in the meantime. */
      from?: AuthStatus
      email?: string
      notice?: AuthNotice
      failure?: string
    }
  | {
      type: 'stepReturned'
      step: string
      email?: string
      notice?: AuthNotice
      details?: StepDetails
      isAwaitingLink?: boolean
      signUp?: SignUp
    }
  | { type: 'signedIn' }
  | { type: 'userLoaded'; user: CurrentUser }
  | { type: 'userChanged'; change: UserChange }
  | { type: 'userRefused'; problem: ApiError }
  | { type: 'signedOut'; to: 'INITIAL' | 'SIGN_IN'; notice?: AuthNotice }
  | { type: 'revisited'; screen: AuthLocation }
  | { type: 'resumed'; screen: ResumableLocation }

export const initialAuthState: AuthState = {
  status: 'SIGNED_IN',
  email: '',
  accountType: 'AGENCY',
  user: null,
  problem: null,
  notice: null,
  failure: null,
  pending: null,
  isResumed: false,
  isAwaitingLink: false,
  signUp: null,
}

export const isPending = (status: AuthStatus): status is PendingStatus => pendingStatuses.some((pending) => pending === status)

export const isFurtherStep = (status: AuthStatus): status is FurtherStep =>
  isPending(status) && status !== 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'

/** The status for a step of the identity provider; an unknown step becomes UNKNOWN_STEP. */
const statusOfStep = (step: string): AuthStatus => {
  if (step === 'DONE') return 'SIGN_IN'
  return [...screenStatuses, ...pendingStatuses].find((status) => status === step) ?? 'UNKNOWN_STEP'
}

const pendingAfter = ({ status: shown, pending: before }: AuthState, status: AuthStatus, details: StepDetails) => {
  if (!isPending(status)) return null
  const isRepeated = shown === status && before?.status === status && before.details.question === details.question
  const isByChoice = Boolean(details.factors ?? details.isFirstFactor ?? before?.details.isByChoice)
  return { status, details: { ...details, isByChoice }, round: (before?.round ?? 0) + 1, isRepeated }
}

/** Only the newest step can still be completed, and the history may contain statuses of an older version. */
const statusOfScreen = ({ status }: AuthLocation, { pending }: AuthState): AuthStatus => {
  const isOpen = screenStatuses.some((screen) => screen === status) || pending?.status === status
  return isOpen ? status : 'SIGN_IN'
}

type Changes = {
  [T in AuthAction['type']]: (action: Extract<AuthAction, { type: T }>, state: AuthState) => Partial<AuthState>
}

/** A step that can no longer be completed leads to sign-in, with the email address kept and a message. */
const resumedAt = ({ status, accountType, email, pending, signUp }: ResumableLocation, state: AuthState): Partial<AuthState> => {
  const reached = status === 'SIGNED_IN' ? 'INITIAL' : statusOfScreen({ status, accountType, email }, { ...state, pending })
  const isInterrupted = isPending(status) && reached === 'SIGN_IN'
  return {
    status: reached,
    accountType,
    email,
    signUp,
    pending: isPending(reached) ? pending : null,
    notice: isInterrupted ? 'interrupted' : null,
  }
}

const keeping = (email: string | undefined, notice: AuthNotice | undefined) => ({
  ...(email === undefined ? {} : { email }),
  notice: notice ?? null,
})

const changes: Changes = {
  accountTypeChosen: ({ accountType }) => ({ status: 'SIGN_UP', accountType }),
  moved: ({ to, email, notice, failure = null }) => ({ status: to, pending: null, failure, ...keeping(email, notice) }),
  stepReturned: ({ step, email, notice, details = {}, isAwaitingLink = false, signUp = null }, state) => {
    const status = statusOfStep(step)
    const pending = pendingAfter(state, status, details)
    return { status, pending, isResumed: false, isAwaitingLink, signUp, ...keeping(email, notice) }
  },
  signedIn: () => ({ status: 'SIGNED_IN', user: null, problem: null, pending: null }),
  userLoaded: ({ user }) => ({ status: 'SIGNED_IN', user, problem: null }),
  userChanged: ({ change }, { user }) => ({ user: user && { ...user, ...change } }),
  userRefused: ({ problem }) => ({ status: 'INITIAL', user: null, problem }),
  signedOut: ({ to, notice }) => ({ ...initialAuthState, status: to, notice: notice ?? null }),
  revisited: ({ screen }, state) => ({
    status: statusOfScreen(screen, state),
    // A user cannot return to a key that was shown: the next setup has a new one.
    pending: state.pending?.details.totp ? null : state.pending,
    accountType: screen.accountType,
    // The user may have left the screen before the email address was known.
    email: screen.email || state.email,
  }),
  resumed: ({ screen }, state) => ({ ...resumedAt(screen, state), isResumed: true }),
}

const isShown = ({ status, accountType }: AuthState, screen: AuthLocation): boolean =>
  status === screen.status && accountType === screen.accountType

const changesNothing = (state: AuthState, action: AuthAction): boolean => {
  const { status, user, problem } = state
  // A reply may arrive after its user has signed out.
  if (action.type === 'userChanged') return user?.id !== action.change.id
  if (action.type === 'moved') return action.from !== undefined && action.from !== status
  // For a signed-in user the history consists of pages, not screens of the gate. A screen that is already shown keeps its messages.
  if (action.type === 'revisited') return status === 'SIGNED_IN' || isShown(state, action.screen)
  // A sign-out is reported more than once; the later ones must not reset the screen of a user who is already signed out.
  return action.type === 'signedOut' && status !== 'SIGNED_IN' && !problem && !action.notice
}

/** Every action resets notice, failure and awaited link, so that none of them stays longer than its screen. */
export const authReducer = (state: AuthState, action: AuthAction): AuthState => {
  if (changesNothing(state, action)) return state
  const change = changes[action.type] as (action: AuthAction, before: AuthState) => Partial<AuthState>
  return { ...state, notice: null, failure: null, isAwaitingLink: false, ...change(action, state) }
}
