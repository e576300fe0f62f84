// The unmodified Amplify client in front of a pool. It stands apart, as most tests of the pool do without that client.
import { Amplify } from 'aws-amplify'
import { signOut } from 'aws-amplify/auth'
import { vi } from 'vitest'
import './native-numbers.ts'
import { clientId, identityPoolId, poolId, startPool, type TestPool } from './pool.ts'

/** A pool that the Amplify client of this test file talks to. */
export const startPoolForAmplify = async ({ hasIdentityPool = false } = {}): Promise<TestPool> => {
  const pool = await startPool()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const userPool = { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint }
  const identityPool = { identityPoolId, identityPoolEndpoint: pool.endpoint }
  Amplify.configure({ Auth: { Cognito: hasIdentityPool ? { ...userPool, ...identityPool } : userPool } })
  return pool
}

/** For after each test: nobody stays signed in, and the clock is right again. */
export const leave = async ({ clock }: TestPool): Promise<void> => {
  clock.ahead = 0
  await signOut()
}
