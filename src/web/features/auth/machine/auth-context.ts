import { createContext, useContext } from 'react'
import type { AuthAction, AuthState } from './auth-machine.ts'

/** What the user typed into the forms of the gate, kept across its screens and reloads. Never a password. */
export interface SignUpDraft {
  companyName?: string
  firstName?: string
  lastName?: string
  email?: string
}

interface Auth {
  state: AuthState
  /** `keep` merges into what was kept before. */
  draft: { read: () => SignUpDraft; keep: (draft: SignUpDraft) => void }
  dispatch: (action: AuthAction) => void
  /** Runs after the identity provider has signed the user in. */
  onSignedIn: () => Promise<void>
  /** Fetches the user again with the existing tokens. */
  onRetry: () => Promise<void>
  onSignOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('Auth screens are drawn by the auth gate only.')
  return auth
}
