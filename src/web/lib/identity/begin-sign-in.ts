import './identity-client.ts'
import { signIn, type SignInInput, type SignInOutput } from 'aws-amplify/auth'

/** Starts a sign-in by password or another method. Large, so its own file is loaded after the first screen. */
export const beginSignIn = async (input: SignInInput): Promise<SignInOutput['nextStep']> => (await signIn(input)).nextStep
