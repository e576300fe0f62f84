import type { AuthState } from './machine/auth-machine.ts'

/** Sends the id of this tab's sign-up to the identity provider, so that a code from someone else's sign-up does not confirm it. */
export const signUpOptions = ({
  email,
  signUp,
}: Pick<AuthState, 'email' | 'signUp'>): { clientMetadata?: Record<string, string> } =>
  signUp?.email === email ? { clientMetadata: { userSub: signUp.id } } : {}
