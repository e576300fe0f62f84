// Keeps the step of the auth gate and what the user typed, for a reload in the same tab. Never a password, a code or a key.
import type { SignUpDraft } from '#web/features/auth/machine/auth-context.ts'
import type { PendingStep, ResumableLocation, SignUp } from '#web/features/auth/machine/auth-machine.ts'

const storageKey = 'authGate'
const version = 1
const lifetime = 86_400_000

interface KeptGate {
  screen: ResumableLocation
  draft: SignUpDraft
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const draftOf = ({ companyName, firstName, lastName, email }: SignUpDraft): Required<SignUpDraft> => ({
  companyName: textOf(companyName),
  firstName: textOf(firstName),
  lastName: textOf(lastName),
  email: textOf(email),
})

/** The key of an authenticator app stays in memory. A step without it cannot be shown again. */
const pendingToKeep = (pending: PendingStep | null) => (pending?.details.totp ? null : pending)

const readPending = (value: unknown, now: number): PendingStep | null => {
  if (!isObject(value) || !isObject(value['details']) || typeof value['round'] !== 'number') return null
  const { until } = value['details']
  return typeof until === 'number' && until > now ? (value as unknown as PendingStep) : null
}

const readSignUp = (value: unknown): SignUp | null => {
  const { email, id } = isObject(value) ? value : {}
  return typeof email === 'string' && typeof id === 'string' ? { email, id } : null
}

/** Forms with an email field show what was typed last; the steps after them use the address that was submitted. */
const formsWithAddress = new Set(['INITIAL', 'SIGN_IN', 'SIGN_UP', 'RESET_PASSWORD'])

const emailOf = (status: string, sent: string, typed: string) => (formsWithAddress.has(status) ? typed || sent : sent || typed)

export const writeGate = ({ screen, draft }: KeptGate, now: number): string => {
  const { status, accountType, email, pending, signUp } = screen
  const kept = { status, accountType, email, pending: pendingToKeep(pending), signUp }
  return JSON.stringify({ version, at: now, place: kept, draft: draftOf(draft) })
}

/** Undefined when nothing is stored, when it is older than a day, or when another version of the page wrote it. */
export const readGate = (text: string | null, now: number): KeptGate | undefined => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isObject(stored) || stored['version'] !== version || !(Number(stored['at']) > now - lifetime)) return undefined
    const { place: screen, draft } = stored
    if (!isObject(screen) || !isObject(draft)) return undefined
    const typed = draftOf(draft)
    const status = textOf(screen['status']) as ResumableLocation['status']
    return {
      draft: typed,
      screen: {
        status,
        accountType: screen['accountType'] === 'COMPANY' ? 'COMPANY' : 'AGENCY',
        email: emailOf(status, textOf(screen['email']), typed.email),
        pending: readPending(screen['pending'], now),
        signUp: readSignUp(screen['signUp']),
      },
    }
  } catch {
    return undefined
  }
}

const isWorthKeeping = ({ screen, draft }: KeptGate) =>
  screen.status !== 'INITIAL' || screen.email !== '' || Object.values(draft).some((text) => text !== '')

export const clearKeptGate = () => sessionStorage.removeItem(storageKey)

export const keepGate = (gate: KeptGate) => {
  if (isWorthKeeping(gate)) sessionStorage.setItem(storageKey, writeGate(gate, Date.now()))
  else clearKeptGate()
}

export const keptGate = (): KeptGate | undefined => readGate(sessionStorage.getItem(storageKey), Date.now())
