import { readFileSync } from 'node:fs'
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '../../../../../db/seed/users.ts'
import { poolId as UserPoolId, startPool, type TestPool } from '../../testing/pool.ts'
import { fingerprintSize, isCommonPassword, listFile } from './common-passwords.ts'

describe('The list of common passwords', () => {
  it('contains 100,000 of them, in order', () => {
    const bytes = readFileSync(listFile)
    const all = Array.from({ length: bytes.length / fingerprintSize }, (_, at) => bytes.readUIntBE(at * fingerprintSize, 6))
    expect(all).toHaveLength(100_000)
    expect(all.findIndex((value, at) => at > 0 && value <= (all[at - 1] ?? 0))).toBe(-1)
  })

  it('contains the usual ones in any case, and none of ours', () => {
    const usual = ['password', '12345678', 'QWERTYUIOP', 'Iloveyou', 'passw0rd', 'TrustNo1', 'Football', 'smokey24']
    expect(usual.filter((password) => !isCommonPassword(password))).toEqual([])
    const ours = [demoPassword, 'correct horse', 'battery staple', 'river-stone-7', 'pässwörd✓秘密', '']
    expect(ours.filter(isCommonPassword)).toEqual([])
  })
})

describe('A user who chooses a common password, or their own email', () => {
  const good = 'correct horse'
  const isCommon = 'This password is on public lists of common passwords. Please choose another one.'
  const isAddress = 'This password is your own email address. Please choose another one.'
  const email = 'hanne.lorentz@example.com'
  const bad = { password: isCommon, PassWord1: isCommon, [email]: isAddress, 'Hanne.Lorentz': isAddress }
  let pool: TestPool
  let admin: CognitoIdentityProviderClient

  beforeAll(async () => {
    pool = await startPool()
    admin = await pool.identity.adminClient()
  })
  afterAll(() => pool.close())

  type Answer = Pick<Awaited<ReturnType<TestPool['call']>>, 'status' | 'body'>
  /** The answers to the bad ones, and the result of a good one. */
  const tryAll = async (choose: (password: string) => Promise<Answer>): Promise<unknown[]> => {
    const answers: unknown[] = []
    for (const password of Object.keys(bad)) answers.push((await choose(password)).body)
    return [...answers, (await choose(good)).status]
  }
  const refusedThenTaken = [...Object.values(bad).map((message) => ({ __type: 'InvalidPasswordException', message })), 200]
  const signIn = async (PASSWORD: string) => {
    const AuthParameters = { USERNAME: email, PASSWORD }
    return (await pool.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body
  }
  const setPassword = (Password: string, Permanent: boolean) =>
    admin.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password, Permanent }))

  it('is asked for another one when signing up [IDP-06]', async () => {
    expect(await tryAll((Password) => pool.call('SignUp', { Username: email, Password }))).toEqual(refusedThenTaken)
    await pool.call('ConfirmSignUp', { Username: email, ConfirmationCode: pool.codeFor(email) })
  })

  it('is asked for another one with a code from an email, which stays valid [IDP-06]', async () => {
    await pool.call('ForgotPassword', { Username: email })
    const ConfirmationCode = pool.codeFor(email)
    const reset = (Password: string) => pool.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password })
    expect(await tryAll(reset)).toEqual(refusedThenTaken)
  })

  it('is asked for another one when changing it [IDP-06]', async () => {
    const { AccessToken } = (await signIn(good)).AuthenticationResult
    const change = (ProposedPassword: string) =>
      pool.call('ChangePassword', { AccessToken, PreviousPassword: good, ProposedPassword })
    expect(await tryAll(change)).toEqual(refusedThenTaken)
  })

  it('is asked for another one after a temporary password, which may be any [IDP-06]', async () => {
    await setPassword('password', false)
    const { Session } = await signIn('password')
    const answer = (NEW_PASSWORD: string) => {
      const step = { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session }
      return pool.call('RespondToAuthChallenge', { ...step, ChallengeResponses: { USERNAME: email, NEW_PASSWORD } })
    }
    expect(await tryAll(answer)).toEqual(refusedThenTaken)
    const invitation = { UserPoolId, Username: 'ingo@example.com', TemporaryPassword: 'password' }
    expect((await admin.send(new AdminCreateUserCommand(invitation))).User?.UserStatus).toBe('FORCE_CHANGE_PASSWORD')
  })

  it('cannot get it from an administrator permanently [IDP-06]', async () => {
    for (const [password, message] of Object.entries(bad))
      await expect(setPassword(password, true)).rejects.toMatchObject({ name: 'InvalidPasswordException', message })
    await setPassword(good, true)
    expect(await signIn(good)).toHaveProperty('AuthenticationResult')
  })
})
