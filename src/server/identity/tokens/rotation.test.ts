import { JwtVerifier } from 'aws-jwt-verify'
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { poolJobs } from '../jobs.ts'
import { createIdentity } from '../public.ts'
import { clientId, poolId, startPool, type TestPool } from '../testing/pool.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ann = { Username: 'ann@example.com', Password: 'correct horse' }
let pool: TestPool

beforeEach(async () => {
  pool = await startPool()
  await pool.call('SignUp', ann)
  await pool.call('ConfirmSignUp', { ...ann, ConfirmationCode: pool.codeFor(ann.Username) })
})
afterEach(() => pool.close())

const signIn = async () => {
  const AuthParameters = { USERNAME: ann.Username, PASSWORD: ann.Password }
  const { body } = await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  return body.AuthenticationResult
}
const kidsOf = ({ AccessToken, IdToken }: { AccessToken: string; IdToken: string }) =>
  [AccessToken, IdToken].map((token) => decodeProtectedHeader(token).kid ?? '')

const jwksUri = `http://localhost/idp/${poolId}/.well-known/jwks.json`
const readJwks = async () => (await pool.app.inject(new URL(jwksUri).pathname)).rawPayload
const published = async (): Promise<string[]> =>
  JSON.parse((await readJwks()).toString()).keys.map(({ kid }: { kid: string }) => kid)

/** Another service that checks our tokens with the published keys only. */
const stranger = (tokenUse: 'access' | 'id') =>
  JwtVerifier.create(
    {
      issuer: pool.options.pool.issuer,
      audience: null,
      jwksUri,
      customJwtCheck: ({ payload }) => validateCognitoJwtFields(payload, { tokenUse, clientId }),
    },
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: async () => Uint8Array.from(await readJwks()).buffer } }) },
  )
const accepts = async ({ AccessToken, IdToken }: { AccessToken: string; IdToken: string }): Promise<boolean> => {
  const checks = await Promise.allSettled([stranger('access').verify(AccessToken), stranger('id').verify(IdToken)])
  return checks.every(({ status }) => status === 'fulfilled')
}
const anotherProcess = () => {
  const { listener: _own, ...options } = pool.options
  return createIdentity(options)
}
const countKeys = () =>
  pool.database.asSystem('test: count keys', async (tx) => {
    const { rows } = await sql<{ count: number }>`select count(*) from pool.signing_key`.execute(tx)
    return rows[0]?.count
  })

describe('Signing keys', () => {
  it('are replaced by new ones that are published before they sign, and stay valid for what they signed [IDP-08] [IDP-13]', async () => {
    const before = await signIn()
    const oldKids = kidsOf(before)
    await pool.identity.rotateKeys?.(0)

    pool.clock.ahead = 10 * minute
    const meanwhile = await signIn()
    expect(kidsOf(meanwhile)).toEqual(oldKids)
    expect(await published()).toHaveLength(4)

    pool.clock.ahead = 15 * minute + 1000
    const afterwards = await signIn()
    const newKids = kidsOf(afterwards)
    expect(new Set([...oldKids, ...newKids])).toEqual(new Set(await published()))
    expect(newKids.some((kid) => oldKids.includes(kid))).toBe(false)
    for (const tokens of [before, meanwhile, afterwards]) {
      expect(await accepts(tokens)).toBe(true)
      expect((await pool.call('GetUser', { AccessToken: tokens.AccessToken })).status).toBe(200)
    }

    // The last tokens of a process that has not read the keys since then have expired by now.
    pool.clock.ahead = 85 * minute
    expect(await published()).toHaveLength(4)
    pool.clock.ahead = 96 * minute
    expect(new Set(await published())).toEqual(new Set(newKids))
    expect([await accepts(before), await accepts(afterwards)]).toEqual([false, true])
    expect(kidsOf(await signIn())).toEqual(newKids)
  })

  it('are accepted by a process that has not read them yet [IDP-08]', async () => {
    const other = anotherProcess()
    await pool.identity.rotateKeys?.(0)
    pool.clock.ahead = 11 * minute
    await other.verifyAccessToken((await signIn()).AccessToken)
    pool.clock.ahead = 15 * minute + 20_000
    const { AccessToken } = await signIn()
    await expect(other.verifyAccessToken(AccessToken)).resolves.toMatchObject({ username: expect.any(String) })
  })

  it('are replaced once when two processes want it at the same moment [IDP-13]', async () => {
    const other = anotherProcess()
    await signIn()
    const done = await Promise.all([pool.identity.rotateKeys?.(0), other.rotateKeys?.(0)])
    expect([done.filter(Boolean).length, await countKeys()]).toEqual([1, 4])
    expect(await pool.identity.rotateKeys?.(0)).toBeUndefined()
  })

  it('are replaced by the daily job after 90 days, and deleted [IDP-13]', async () => {
    await signIn()
    const rotate = poolJobs(pool.database, pool.identity).find(({ job }) => job.name === 'identity.rotate')
    const counts: unknown[] = []
    for (const days of [0, 89, 91, 92, 180, 182]) {
      pool.clock.ahead = days * day
      await rotate?.handle({}, new AbortController().signal)
      counts.push(await countKeys())
    }
    expect(counts).toEqual([2, 2, 4, 4, 4, 6])
    pool.clock.ahead += 6 * minute
    expect(await published()).toHaveLength(4)
  })

  it('are created again, and the old ones refused, after the operator deleted them [IDP-13]', async () => {
    const leaked = await signIn()
    await pool.database.asSystem('test: delete keys', (tx) => sql`delete from pool.signing_key`.execute(tx))
    pool.clock.ahead = 5 * minute
    const { AccessToken } = await signIn()
    expect((await pool.call('GetUser', { AccessToken })).status).toBe(200)
    expect((await pool.call('GetUser', { AccessToken: leaked.AccessToken })).body.message).toBe('Invalid Access Token')
  })
})
