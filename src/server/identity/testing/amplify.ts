// The unmodified Amplify client with a pool. Separate, because most tests of the pool do not need it.
import { Amplify } from 'aws-amplify'
import { signOut } from 'aws-amplify/auth'
import { vi } from 'vitest'
import './native-numbers.ts'
import { clientId, identityPoolId, poolId, startPool, type TestPool } from './pool.ts'

/** A pool that the Amplify client of this test file uses. */
export const startPoolForAmplify = async ({ hasIdentityPool = false } = {}): Promise<TestPool> => {
  const pool = await startPool()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const userPool = { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: pool.endpoint }
  const identityPool = { identityPoolId, identityPoolEndpoint: pool.endpoint }
  Amplify.configure({ Auth: { Cognito: hasIdentityPool ? { ...userPool, ...identityPool } : userPool } })
  return pool
}

/** After each test: no user stays signed in, and the clock is reset. */
export const leave = async ({ clock }: TestPool): Promise<void> => {
  clock.ahead = 0
  await signOut()
}
