// Users who sign in with a second step, with the Amplify client and with direct calls.
import { confirmSignUp, setUpTOTP, signIn, signOut, signUp, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { TOTP } from 'otpauth'
import { password, type TestPool } from './pool.ts'
import './native-numbers.ts'

export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

export const invalidSession = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' }

/** Takes the pool lazily: a test file starts its pool after it calls this. */
export const secondStepsIn = (pool: () => TestPool) => {
  /** What an authenticator app shows at the pool's own time. */
  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: pool().clock.now().getTime() })

  /** Codes can be used once: waits for the next one. */
  const waitForNextCode = () => {
    pool().clock.ahead += 30_000
  }

  const registered = async (email: string) => {
    await signUp({ username: email, password })
    await confirmSignUp({ username: email, confirmationCode: pool().codeFor(email) })
  }

  /** Registered, with codes of an app turned on; returns the secret in the app. */
  const withApp = async (email: string) => {
    await registered(email)
    await signIn({ username: email, password })
    const { sharedSecret } = await setUpTOTP()
    await verifyTOTPSetup({ code: codeOf(sharedSecret) })
    await updateMFAPreference({ totp: 'PREFERRED' })
    waitForNextCode()
    await signOut()
    return sharedSecret
  }

  const start = async (USERNAME: string) => {
    const AuthParameters = { USERNAME, PASSWORD: password }
    return (await pool().call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
  }

  const respond = async (ChallengeName: string, Session: string, ChallengeResponses: object) =>
    (await pool().call('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses })).body

  return { codeOf, waitForNextCode, registered, withApp, start, respond }
}
