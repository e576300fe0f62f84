import { setTimeout } from 'node:timers/promises'
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { poolId, startPool, type TestPool } from './testing/pool.ts'

let pool: TestPool
const password = 'correct horse'

beforeAll(async () => {
  pool = await startPool()
})
afterAll(() => pool.close())

const register = async (Username: string) => {
  await pool.call('SignUp', { Username, Password: password })
  await pool.call('ConfirmSignUp', { Username, ConfirmationCode: pool.codeFor(Username) })
}
const byPassword = (USERNAME: string) => ({
  AuthFlow: 'USER_PASSWORD_AUTH',
  AuthParameters: { USERNAME, PASSWORD: password },
})
const signIn = async (email: string) => (await pool.call('InitiateAuth', byPassword(email))).body
const tokenOf = async (email: string) => (await signIn(email)).AuthenticationResult.AccessToken

/** A password exchange that is under way, and a wrong answer to it. */
const startExchange = async (USERNAME: string) => {
  const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A: 'abc123' } })
  const PASSWORD_CLAIM_SECRET_BLOCK = body.ChallengeParameters['SECRET_BLOCK']
  return { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { USERNAME, PASSWORD_CLAIM_SECRET_BLOCK } }
}

describe('Many concurrent calls of one user', () => {
  const attribute = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] })

  it('are all answered, for all kinds of changes', async () => {
    const email = 'mona@example.com'
    await register(email)
    const faults: unknown[] = []
    const send = async (operation: string, input: object) => {
      const { status, body } = await pool.call(operation, input)
      if (status >= 500) faults.push([operation, body])
    }
    const times = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work)
    for (let round = 0; round < 6; round++) {
      pool.clock.ahead += 16 * 60_000
      const [AccessToken, other] = [await tokenOf(email), await tokenOf(email)]
      const exchanges = await Promise.all([1, 2, 3].map(() => startExchange(email)))
      const change = { AccessToken, PreviousPassword: password, ProposedPassword: password }
      await Promise.all([
        ...times(4, () => send('ChangePassword', change)),
        ...times(4, () => send('InitiateAuth', byPassword(email))),
        ...exchanges.map((exchange) => send('RespondToAuthChallenge', exchange)),
        send('GlobalSignOut', { AccessToken: other }),
        send('UpdateUserAttributes', { AccessToken, ...attribute('given_name', 'Mona') }),
      ])
    }
    expect(faults).toEqual([])
  })

  it('let Oda be signed out while she answers any step of a sign-in', async () => {
    const Username = 'oda@example.com'
    const admin = await pool.identity.adminClient()
    const invitation = { UserPoolId: poolId, Username, TemporaryPassword: password }
    await admin.send(new AdminCreateUserCommand({ ...invitation, MessageAction: 'SUPPRESS' }))
    const { Session } = await signIn(Username)
    const steps = [
      await startExchange(Username),
      {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeResponses: { USERNAME: Username, NEW_PASSWORD: 'her own one' },
        Session,
      },
    ]
    for (const step of steps) {
      const answer = await pool.database.asSystem('test: end sign-ins slowly', async (tx) => {
        await sql`select from pool.account where email_norm = ${Username} for update`.execute(tx)
        const answering = pool.call('RespondToAuthChallenge', step)
        await setTimeout(200)
        await sql`select from pool.auth_session for update`.execute(tx)
        return { answering }
      })
      expect((await answer.answering).status).toBeLessThan(500)
    }
  })

  it('lose nothing of what Nora and an administrator write at the same moment', async () => {
    await register('nora@example.com')
    const AccessToken = await tokenOf('nora@example.com')
    const admin = await pool.identity.adminClient()
    const user = { UserPoolId: poolId, Username: 'nora@example.com' }
    const lost: unknown[] = []
    for (let round = 0; round < 15; round++) {
      const value = String(round)
      await Promise.all([
        pool.call('UpdateUserAttributes', { AccessToken, ...attribute('custom:a', value) }),
        pool.call('UpdateUserAttributes', { AccessToken, ...attribute('custom:b', value) }),
        admin.send(new AdminUpdateUserAttributesCommand({ ...user, ...attribute('custom:c', value) })),
      ])
      const { UserAttributes = [] } = await admin.send(new AdminGetUserCommand(user))
      const kept = UserAttributes.filter(({ Name = '', Value }) => Name.startsWith('custom:') && Value === value)
      if (kept.length !== 3) lost.push(UserAttributes)
    }
    expect(lost).toEqual([])
  })
})

describe('Many calls with a token of an unknown key', () => {
  it('are refused and delay no one', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = { iss: pool.options.pool.issuer, exp: 4_000_000_000 }
    const AccessToken = `${encode({ alg: 'RS256', kid: 'mine' })}.${encode(claims)}.AAAA`
    // Long enough for the pool to look for new keys again.
    pool.clock.ahead += 11_000
    const answers = await Promise.all(Array.from({ length: 12 }, () => pool.call('GetUser', { AccessToken })))
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(new Set(['Invalid Access Token']))
  })
})
