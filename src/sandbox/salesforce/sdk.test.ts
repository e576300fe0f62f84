// The vendor's own client must work with the sandbox.
import { Connection } from '@jsforce/jsforce-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '../kit/fill.ts'
import { startSandbox, type Sandbox } from '../start.ts'
import { salesforceVendor } from './routes.ts'

let sandbox: Sandbox
let account: string
let connection: Connection

const signIn = async (): Promise<string> => {
  const redirect = 'http://localhost:8400/back'
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const consent = `${sandbox.url}/salesforce/services/oauth2/authorize?client_id=tributary-sandbox&redirect_uri=${redirect}&code_challenge=${challenge}&code_challenge_method=S256&scope=api&state=1`
  const form = (body: Record<string, string>) => ({
    method: 'POST',
    redirect: 'manual' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
  const back = await fetch(consent, form({ account, answer: 'allow' }))
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const answer = await fetch(
    `${sandbox.url}/salesforce/services/oauth2/token`,
    form({
      grant_type: 'authorization_code',
      code,
      client_id: 'tributary-sandbox',
      client_secret: 'sandbox-secret',
      redirect_uri: redirect,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
  )
  const tokens = (await answer.json()) as Record<string, string>
  expect(Object.keys(tokens)).not.toContain('expires_in')
  return tokens['access_token'] ?? ''
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [salesforceVendor] })
  const { admin } = sandbox.installed[0] ?? {}
  if (!admin?.crm) throw new Error('Salesforce has no hands')
  account = admin.createAccount({ name: 'Harbour Homes' }).account
  fillAccount(admin.crm, account, { people: 450, deals: 40, seed: 7 })
  connection = new Connection({ instanceUrl: `${sandbox.url}/salesforce`, accessToken: await signIn(), version: '66.0' })
})
afterAll(async () => sandbox.close())

const small = {
  headers: { 'Sforce-Query-Options': 'batchSize=200' },
  maxFetch: 10_000,
  autoFetch: false,
  scanAll: false,
  responseTarget: 'QueryResult' as const,
}

describe('jsforce with the sandbox of Salesforce', () => {
  it('queries contacts and follows the locator to the last page', async () => {
    const soql = 'SELECT Id, LastName, Account.Name, SystemModstamp FROM Contact ORDER BY SystemModstamp, Id'
    const first = await connection.query(soql, small)
    expect(first).toMatchObject({ totalSize: 450, done: false })
    expect(first.records).toHaveLength(200)
    const second = await connection.queryMore(first.nextRecordsUrl ?? '', small)
    const third = await connection.queryMore(second.nextRecordsUrl ?? '', small)
    expect(third.done).toBe(true)
    const ids = [first, second, third].flatMap(({ records }) => records.map((record) => record['Id'] as string))
    expect(new Set(ids).size).toBe(450)
    expect(connection.limitInfo.apiUsage?.limit).toBe(15_000)
  })

  it('counts, describes and reads children with their parents', async () => {
    expect((await connection.query('SELECT COUNT() FROM Opportunity')).totalSize).toBe(40)
    const { fields } = await connection.describe('Opportunity')
    expect(fields.map(({ name }) => name)).not.toContain('CurrencyIsoCode')
    const { records } = await connection.query(
      'SELECT Id, (SELECT ContactId, IsPrimary FROM OpportunityContactRoles) FROM Opportunity ORDER BY Id LIMIT 5',
    )
    expect(records).toHaveLength(5)
    expect(records[0]?.['OpportunityContactRoles']).toMatchObject({ done: true, records: [{ IsPrimary: true }] })
  })

  it("has the form of Salesforce's refusals", async () => {
    const refusal = async (soql: string) =>
      connection.query(soql).then(
        () => '',
        (error: Error) => (error as Error & { errorCode?: string }).errorCode,
      )
    expect(await refusal('SELECT Id, CurrencyIsoCode FROM Opportunity')).toBe('INVALID_FIELD')
    expect(await refusal('SELECT Id FROM Invoice')).toBe('INVALID_TYPE')
    expect(await refusal('SELECT Id FROM Contact WHERE')).toBe('MALFORMED_QUERY')
    expect(await refusal("SELECT Id FROM Contact WHERE SystemModstamp > '2026-01-01T00:00:00Z'")).toBe('INVALID_FIELD')
    const stranger = new Connection({ instanceUrl: `${sandbox.url}/salesforce`, accessToken: 'nobody', version: '66.0' })
    await expect(stranger.query('SELECT Id FROM Contact')).rejects.toMatchObject({ errorCode: 'INVALID_SESSION_ID' })
  })
})
