import { createContext, useContext } from 'react'
import type { AuthAction, AuthState } from './auth-machine.ts'

/** What was typed into the forms of the gate, kept while the user looks at other screens or reloads the page. Never a password. */
export interface SignUpDraft {
  companyName?: string
  firstName?: string
  lastName?: string
  email?: string
}

interface Auth {
  state: AuthState
  /** What is kept adds to what was kept before. */
  draft: { read: () => SignUpDraft; keep: (draft: SignUpDraft) => void }
  dispatch: (action: AuthAction) => void
  /** Runs after the identity provider has accepted the person. */
  onSignedIn: () => Promise<void>
  /** Fetches the user once more with the tokens that are still here. */
  onRetry: () => Promise<void>
  onSignOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('Auth screens are drawn by the auth gate only.')
  return auth
}
