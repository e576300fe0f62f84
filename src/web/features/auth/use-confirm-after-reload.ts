import { confirmAndSignIn } from '#web/lib/identity/confirm-and-sign-in.ts'
import { useAuth } from './auth-context.ts'
import { signUpOptions } from './sign-up-options.ts'

/** The password is gone with the page that asked for it. The pool's own session signs in without it, else the user does by hand. */
export const useConfirmAfterReload = () => {
  const { state, dispatch, onSignedIn } = useAuth()
  return async (code: string) => {
    if (await confirmAndSignIn({ email: state.email, code, ...signUpOptions(state) })) await onSignedIn()
    else dispatch({ type: 'moved', to: 'SIGN_IN', notice: 'emailConfirmed' })
  }
}
