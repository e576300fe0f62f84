// The sandbox with Google's own client: the client must understand its answers.
import { readFileSync } from 'node:fs'
import { auth, sheets, type sheets_v4 } from '@googleapis/sheets'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../start.ts'
import { googleSheetVendor } from './routes.ts'

const writing = 'https://www.googleapis.com/auth/spreadsheets openid email'
const reading = 'https://www.googleapis.com/auth/spreadsheets.readonly'

let sandbox: Sandbox
let id: string

/** Passed with every call: as a global option, the client drops its path. */
const here = () => ({ rootUrl: `${sandbox.url}/googlesheet/`, retryConfig: { retry: 0 } })

const clientFor = async (account: string, scope: string) => {
  const login = new auth.OAuth2({
    clientId: 'tributary-sandbox',
    clientSecret: 'sandbox-secret',
    redirectUri: 'http://localhost:8400/back',
    endpoints: {
      oauth2AuthBaseUrl: `${sandbox.url}/googlesheet/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${sandbox.url}/googlesheet/token`,
    },
  })
  const consent = await fetch(login.generateAuthUrl({ access_type: 'offline', scope: scope.split(' ') }), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ account, answer: 'allow' }),
  })
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { tokens } = await login.getToken(code)
  login.setCredentials(tokens)
  const api = sheets({ version: 'v4', auth: login })
  return { api, tokens, login }
}

const definitions = JSON.parse(readFileSync(new URL('fixtures/sheets-v4.json', import.meta.url), 'utf8')) as object
const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addSchema(definitions, 'sheets')
const fits = (name: string, data: unknown) => {
  const check = ajv.compile({ $ref: `sheets#/definitions/${name}` })
  expect({ fits: check(data), errors: check.errors }).toEqual({ fits: true, errors: null })
}

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, vendors: [googleSheetVendor] })
  const [installed] = sandbox.installed
  if (!installed) throw new Error('Nobody moved in')
  const account = installed.admin.createAccount({ id: 'ada@example.com', name: 'Leads' })
  installed.admin.createAccount({ id: 'ben@example.com', name: 'Other leads' })
  id = account.facts['spreadsheet'] ?? ''
})
afterAll(() => sandbox.close())

describe("The sandbox of Google Sheets, with Google's client", () => {
  let ada: sheets_v4.Sheets
  beforeAll(async () => {
    ada = (await clientFor('ada@example.com', writing)).api
  })

  it('signs Ada in, identifies her, and renews without a new refresh token', async () => {
    const { tokens, login } = await clientFor('ada@example.com', writing)
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      scope: writing,
      id_token: expect.any(String),
      refresh_token: expect.any(String),
    })
    const { credentials } = await login.refreshAccessToken()
    expect(credentials.refresh_token).toBe(tokens.refresh_token)
    expect(credentials.access_token).not.toBe(tokens.access_token)
  })

  it('describes a spreadsheet as the discovery document has it', async () => {
    const { data } = await ada.spreadsheets.get({ spreadsheetId: id }, here())
    fits('Spreadsheet', data)
    expect(data.sheets?.[0]?.properties).toMatchObject({
      sheetId: 0,
      title: 'Leads',
      gridProperties: { rowCount: 1000, columnCount: 26 },
    })
  })

  it('leaves out trailing empty cells, and renders values as requested', async () => {
    await ada.spreadsheets.batchUpdate(
      {
        spreadsheetId: id,
        requestBody: { requests: [{ addSheet: { properties: { title: "Ada's tab" } } }] },
      },
      here(),
    )
    const range = "'Ada''s tab'!A1"
    const values = [['Name', '', ''], [], ['Ada', 12.5, '2026-03-04', true], ['', '']]
    await ada.spreadsheets.values.update(
      { spreadsheetId: id, range, valueInputOption: 'USER_ENTERED', requestBody: { values } },
      here(),
    )
    const read = async (options: object) => {
      const { data } = await ada.spreadsheets.values.get({ spreadsheetId: id, range: "'Ada''s tab'!A1:D900", ...options }, here())
      fits('ValueRange', data)
      return data.values
    }
    expect(await read({})).toEqual([['Name'], [], ['Ada', '12.5', '3/4/2026', 'TRUE']])
    expect(await read({ valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([['Name'], [], ['Ada', 12.5, 46_085, true]])
    expect(await read({ valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'FORMATTED_STRING' })).toEqual([
      ['Name'],
      [],
      ['Ada', 12.5, '3/4/2026', true],
    ])
    const { data } = await ada.spreadsheets.values.batchGet(
      {
        spreadsheetId: id,
        ranges: ["'Ada''s tab'!A3", "'Ada''s tab'!A9:B10"],
      },
      here(),
    )
    fits('BatchGetValuesResponse', data)
    expect(data.valueRanges?.map((one) => one.values)).toEqual([[['Ada']], undefined])
  })

  it('refuses as Google does', async () => {
    const refused = async (work: Promise<unknown>) => {
      const { status, response } = (await work.catch((error: unknown) => error)) as {
        status: number
        response: { data: { error: { status: string; message: string } } }
      }
      return `${status} ${response.data.error.status}: ${response.data.error.message}`
    }
    const ben = (await clientFor('ben@example.com', reading)).api
    expect(await refused(ben.spreadsheets.get({ spreadsheetId: id }, here()))).toBe(
      '403 PERMISSION_DENIED: The caller does not have permission',
    )
    expect(await refused(ada.spreadsheets.get({ spreadsheetId: 'nowhere' }, here()))).toBe(
      '404 NOT_FOUND: Requested entity was not found.',
    )
    expect(await refused(ada.spreadsheets.values.get({ spreadsheetId: id, range: 'Gone!A1:B2' }, here()))).toBe(
      '400 INVALID_ARGUMENT: Unable to parse range: Gone!A1:B2',
    )
    expect(await refused(ada.spreadsheets.values.get({ spreadsheetId: id, range: 'Leads!A5000:B6000' }, here()))).toContain(
      '400 INVALID_ARGUMENT: Range (Leads!A5000:B6000) exceeds grid limits',
    )
    const reader = (await clientFor('ada@example.com', reading)).api
    const values = { spreadsheetId: id, range: 'Leads!A1', valueInputOption: 'RAW', requestBody: { values: [['x']] } }
    expect(await refused(reader.spreadsheets.values.update(values, here()))).toContain(
      '403 PERMISSION_DENIED: Request had insufficient',
    )
  })

  it('counts requests by the minute for each user', async () => {
    const { api } = await clientFor('ben@example.com', reading)
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1)
      statuses.push(
        await api.spreadsheets.get({ spreadsheetId: 'nowhere' }, here()).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      )
    expect(statuses.at(-1)).toBe(429)
    expect(statuses).toContain(404)
  })
})
