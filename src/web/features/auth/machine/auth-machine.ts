import type { AccountType } from '#contract/users/permissions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { ApiError } from '#web/lib/calls/api-error.ts'
import type { UserChange } from '#web/lib/identity/session.ts'
import type { StepDetails } from './sign-in-steps.ts'

/** Statuses whose screens stand on their own: whoever comes back to one can go on from there. */
const placeStatuses = [
  'INITIAL',
  'SIGN_IN',
  'SIGN_UP',
  'RESET_PASSWORD',
  'CONFIRM_SIGN_UP',
  'CONFIRM_RESET_PASSWORD_WITH_CODE',
  'SIGNED_IN',
] as const

/** The sign-in has begun and the identity provider waits for this answer and no other. */
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

type PlaceStatus = (typeof placeStatuses)[number]
type PendingStatus = (typeof pendingStatuses)[number]
export type AuthStatus = PlaceStatus | PendingStatus
/** The steps whose screens arrive when they are needed. */
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
  /** Counts the questions of one sign-in, so that a step which comes again gets a fresh screen. */
  round: number
  /** The very same question came once more. */
  isRepeated: boolean
}

export interface AuthState {
  status: AuthStatus
  /** Kept between screens, so that nobody types an address twice. */
  email: string
  accountType: AccountType
  /** SIGNED_IN is assumed until the user is here or the check has failed. */
  user: CurrentUser | null
  /** Why the user could not be fetched although this browser holds tokens. Lasts until the user is here or the tokens are gone. */
  problem: ApiError | null
  notice: AuthNotice | null
  /** Why the screen before this one could not go on, in a sentence. */
  failure: string | null
  /** What the identity provider waits for. Its details may hold a secret, which never leaves memory. */
  pending: PendingStep | null
  /** The page was loaded again since the identity client last named a step, so what it held in memory is gone. */
  isResumed: boolean
  /** The identity client asks whether the link of the confirmation email was used, and signs in once it was. */
  isAwaitingLink: boolean
  /** The sign-up of this tab: strangers may have signed up with the same address, and their codes arrive in the same mailbox. */
  signUp: SignUp | null
}

export interface SignUp {
  email: string
  id: string
}

/** What the browser's history remembers of a screen. */
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
      /** Nothing happens on any other screen: the user has gone elsewhere in the meantime. */
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
  | { type: 'revisited'; place: AuthLocation }
  | { type: 'resumed'; place: ResumableLocation }

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

/** A step of the identity provider as a status; one that nobody knows becomes UNKNOWN_STEP. */
const statusOfStep = (step: string): AuthStatus => {
  if (step === 'DONE') return 'SIGN_IN'
  return [...placeStatuses, ...pendingStatuses].find((status) => status === step) ?? 'UNKNOWN_STEP'
}

const pendingAfter = ({ status: shown, pending: before }: AuthState, status: AuthStatus, details: StepDetails) => {
  if (!isPending(status)) return null
  const isRepeated = shown === status && before?.status === status && before.details.question === details.question
  const isByChoice = Boolean(details.factors ?? details.isFirstFactor ?? before?.details.isByChoice)
  return { status, details: { ...details, isByChoice }, round: (before?.round ?? 0) + 1, isRepeated }
}

/** Only the newest question can still be answered, and history may hold names from before an update. */
const statusOfPlace = ({ status }: AuthLocation, { pending }: AuthState): AuthStatus => {
  const isOpen = placeStatuses.some((place) => place === status) || pending?.status === status
  return isOpen ? status : 'SIGN_IN'
}

type Changes = {
  [T in AuthAction['type']]: (action: Extract<AuthAction, { type: T }>, state: AuthState) => Partial<AuthState>
}

/** A step that cannot be answered any more leads to sign-in, with the address kept and a sentence. */
const resumedAt = ({ status, accountType, email, pending, signUp }: ResumableLocation, state: AuthState): Partial<AuthState> => {
  const reached = status === 'SIGNED_IN' ? 'INITIAL' : statusOfPlace({ status, accountType, email }, { ...state, pending })
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
  revisited: ({ place }, state) => ({
    status: statusOfPlace(place, state),
    // Nobody comes back to a key that was on screen: the next set-up has a new one.
    pending: state.pending?.details.totp ? null : state.pending,
    accountType: place.accountType,
    // The screen may have been left before an address was known.
    email: place.email || state.email,
  }),
  resumed: ({ place }, state) => ({ ...resumedAt(place, state), isResumed: true }),
}

const isShown = ({ status, accountType }: AuthState, place: AuthLocation): boolean =>
  status === place.status && accountType === place.accountType

const changesNothing = (state: AuthState, action: AuthAction): boolean => {
  const { status, user, problem } = state
  // An answer may arrive when its person has left already.
  if (action.type === 'userChanged') return user?.id !== action.change.id
  if (action.type === 'moved') return action.from !== undefined && action.from !== status
  // A signed-in person walks through pages; the screens before them are none. A screen that is shown already keeps its words.
  if (action.type === 'revisited') return status === 'SIGNED_IN' || isShown(state, action.place)
  // A sign-out is announced more than once; the later ones take nothing away from who is already outside.
  return action.type === 'signedOut' && status !== 'SIGNED_IN' && !problem && !action.notice
}

/** Every action starts from a state without notice, failure and awaited link, so none outlives the screen it was meant for. */
export const authReducer = (state: AuthState, action: AuthAction): AuthState => {
  if (changesNothing(state, action)) return state
  const change = changes[action.type] as (given: AuthAction, before: AuthState) => Partial<AuthState>
  return { ...state, notice: null, failure: null, isAwaitingLink: false, ...change(action, state) }
}
