import './identity-client.ts'
import { signIn, type SignInInput, type SignInOutput } from 'aws-amplify/auth'

/** Proves a password or asks for another way in. Large, hence a file that arrives after the first screen. */
export const beginSignIn = async (input: SignInInput): Promise<SignInOutput['nextStep']> => (await signIn(input)).nextStep
