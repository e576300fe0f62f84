import { createContext, useContext, type Dispatch } from 'react'
import type { AuthAction, AuthState } from './auth-machine.ts'

interface Auth {
  state: AuthState
  dispatch: Dispatch<AuthAction>
  /** Runs after the identity provider has accepted the person. */
  onSignedIn: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('Auth screens are drawn by the auth gate only.')
  return auth
}
