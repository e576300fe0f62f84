import type { AuthState } from './machine/auth-machine.ts'

/** Names the sign-up of this tab to the identity provider, so that no code of a stranger's sign-up confirms it. */
export const signUpOptions = ({
  email,
  signUp,
}: Pick<AuthState, 'email' | 'signUp'>): { clientMetadata?: Record<string, string> } =>
  signUp?.email === email ? { clientMetadata: { userSub: signUp.id } } : {}
