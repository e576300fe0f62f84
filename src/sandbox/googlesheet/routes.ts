import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applyFaults, createWindow, restFor } from '../kit/faults.ts'
import { registerOAuth, type Tokens } from '../kit/oauth-server.ts'
import type { Vendor, VendorParts } from '../kit/vendor.ts'
import type { Rendering } from './cells.ts'
import { appendValues, batchUpdate, updateValues } from './edits.ts'
import { errorBody, GoogleError } from './errors.ts'
import { createAdminApi, emailOf, subjectOf } from './admin-api.ts'
import { createSheets, prefix, type Sheets, type Spreadsheet } from './state.ts'
import { areaOf, gridOf, valuesOf } from './values.ts'

const readScope = 'https://www.googleapis.com/auth/spreadsheets.readonly'
const writeScope = 'https://www.googleapis.com/auth/spreadsheets'

const quota = (): GoogleError =>
  new GoogleError(
    429,
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com'.",
    'RATE_LIMIT_EXCEEDED',
  )

const idTokenOf = (account: string): string =>
  [
    { alg: 'RS256', typ: 'JWT' },
    { iss: 'https://accounts.google.com', sub: subjectOf(account), email: emailOf(account), email_verified: true },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('signature')
    .join('.')

const registerDoors = (app: FastifyInstance, { store }: VendorParts): Tokens =>
  registerOAuth(app, {
    store,
    vendor: prefix,
    title: 'Google Sheets',
    authorizePaths: ['/o/oauth2/v2/auth'],
    tokenPaths: ['/token'],
    revokePaths: ['/revoke'],
    revokesWhole: true,
    accessSeconds: 3599,
    rotates: false,
    prefixOfTokens: 'ya29.',
    answerOf: ({ account }, { scopes }, request) => ({
      token_type: 'Bearer',
      scope: scopes,
      ...(scopes.split(' ').includes('openid') ? { id_token: idTokenOf(account) } : {}),
      // A renewal returns no new refresh token.
      ...((request.body as Record<string, string>)['grant_type'] === 'refresh_token' ? { refresh_token: undefined } : {}),
    }),
  })

const described = (sheets: Sheets, url: string, spreadsheet: Spreadsheet) => ({
  spreadsheetId: spreadsheet.id,
  properties: { title: spreadsheet.title, locale: spreadsheet.locale, timeZone: spreadsheet.timeZone, autoRecalc: 'ON_CHANGE' },
  sheets: spreadsheet.tabs.map((tab, index) => {
    const { rows, columns } = gridOf(sheets, spreadsheet, tab)
    const gridProperties = { rowCount: rows, columnCount: columns }
    return { properties: { sheetId: tab.sheetId, title: tab.title, index, sheetType: 'GRID', gridProperties } }
  }),
  spreadsheetUrl: `${url}/spreadsheets/d/${spreadsheet.id}/edit`,
})

/** Who calls, and whether they may. */
const createGate = (tokens: Tokens, sheets: Sheets) => {
  const userOf = (request: FastifyRequest, scopes: readonly string[]): string => {
    const checked = tokens.check(request)
    if ('problem' in checked)
      throw new GoogleError(
        401,
        'UNAUTHENTICATED',
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
        'ACCESS_TOKEN_EXPIRED',
      )
    const granted = checked.token.scopes.split(' ')
    if (!scopes.some((scope) => granted.includes(scope)))
      throw new GoogleError(
        403,
        'PERMISSION_DENIED',
        'Request had insufficient authentication scopes.',
        'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      )
    return checked.token.account
  }
  const open = (request: FastifyRequest, scopes: readonly string[], id: string): Spreadsheet => {
    const user = userOf(request, scopes)
    const spreadsheet = sheets.get(id)
    if (!spreadsheet) throw new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.')
    if (spreadsheet.owner !== user) throw new GoogleError(403, 'PERMISSION_DENIED', 'The caller does not have permission')
    return spreadsheet
  }
  return { userOf, open }
}

const paramsOf = (request: FastifyRequest): Record<string, string> => request.params as Record<string, string>
const queryOf = (request: FastifyRequest): Record<string, string | string[] | undefined> =>
  request.query as Record<string, string | string[] | undefined>

const renderingOf = (request: FastifyRequest): Rendering => ({
  value: String(queryOf(request)['valueRenderOption'] ?? 'FORMATTED_VALUE'),
  date: String(queryOf(request)['dateTimeRenderOption'] ?? 'SERIAL_NUMBER'),
})

const registerReads = (app: FastifyInstance, { url }: VendorParts, sheets: Sheets, gate: ReturnType<typeof createGate>): void => {
  const open = (request: FastifyRequest) => gate.open(request, [readScope, writeScope], paramsOf(request)['id'] ?? '')
  app.get('/v4/spreadsheets/:id', (request, reply) => reply.send(described(sheets, url(), open(request))))
  app.get('/v4/spreadsheets/:id/values/:range', (request, reply) => {
    const spreadsheet = open(request)
    const area = areaOf(sheets, spreadsheet, paramsOf(request)['range'] ?? '')
    return reply.send(valuesOf(sheets, spreadsheet, area, renderingOf(request)))
  })
  app.get('/v4/spreadsheets/:id/values::batchGet', (request, reply) => {
    const spreadsheet = open(request)
    const ranges = [queryOf(request)['ranges'] ?? []].flat()
    const areas = ranges.map((range) => areaOf(sheets, spreadsheet, range))
    const valueRanges = areas.map((area) => valuesOf(sheets, spreadsheet, area, renderingOf(request)))
    return reply.send({ spreadsheetId: spreadsheet.id, valueRanges })
  })
}

const registerEdits = (app: FastifyInstance, parts: VendorParts, sheets: Sheets, gate: ReturnType<typeof createGate>): void => {
  const { store, url } = parts
  const open = (request: FastifyRequest, id: string) => gate.open(request, [writeScope], id)
  const editOf = (request: FastifyRequest, range: string) => ({
    range,
    body: request.body,
    isTyped: queryOf(request)['valueInputOption'] === 'USER_ENTERED',
  })
  app.post('/v4/spreadsheets', (request, reply) => {
    const { properties = {}, sheets: wanted = [] } = request.body as {
      properties?: { title?: string; timeZone?: string; locale?: string }
      sheets?: { properties: { title: string } }[]
    }
    const tabs = wanted.length > 0 ? { tabs: wanted.map((one) => one.properties.title) } : {}
    const made = sheets.create(gate.userOf(request, [writeScope]), { title: 'Untitled spreadsheet', ...properties, ...tabs })
    return reply.send(described(sheets, url(), made))
  })
  app.post('/v4/spreadsheets/:idAndVerb', (request, reply) => {
    const [id = '', verb] = (paramsOf(request)['idAndVerb'] ?? '').split(':')
    if (verb !== 'batchUpdate') throw new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.')
    return reply.send(store.transaction(() => batchUpdate(sheets, open(request, id), request.body)))
  })
  app.put('/v4/spreadsheets/:id/values/:range', (request, reply) => {
    const { id = '', range = '' } = paramsOf(request)
    return reply.send(store.transaction(() => updateValues(sheets, open(request, id), editOf(request, range))))
  })
  app.post('/v4/spreadsheets/:id/values/:rangeAndVerb', (request, reply) => {
    const { id = '', rangeAndVerb = '' } = paramsOf(request)
    if (!rangeAndVerb.endsWith(':append')) throw new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.')
    return reply.send(
      store.transaction(() => appendValues(sheets, open(request, id), editOf(request, rangeAndVerb.slice(0, -7)))),
    )
  })
}

export const googleSheetVendor: Vendor = {
  prefix,
  name: 'Google Sheets',
  pageSize: 2000,
  register(app, parts) {
    const { store, faults } = parts
    const sheets = createSheets(store)
    const tokens = registerDoors(app, parts)
    const gate = createGate(tokens, sheets)
    const perUser = createWindow(60, 60_000)
    app.register(async (api) => {
      applyFaults(api, faults, {
        throttle: (reply, ms) => {
          void reply.status(429)
          restFor(reply, ms)
          return errorBody(quota())
        },
        outage: (reply) => {
          void reply.status(503)
          return errorBody(new GoogleError(503, 'UNAVAILABLE', 'The service is currently unavailable.'))
        },
      })
      api.setErrorHandler(async (error, _request, reply) => {
        const known = error instanceof GoogleError ? error : new GoogleError(500, 'INTERNAL', 'Internal error encountered.')
        return reply.status(known.statusCode).send(errorBody(known))
      })
      api.addHook('preHandler', async (request) => {
        const checked = tokens.check(request)
        if (faults.limitsAreOn && 'token' in checked && perUser.take(checked.token.account) > 0) throw quota()
      })
      registerReads(api, parts, sheets, gate)
      registerEdits(api, parts, sheets, gate)
      api.get('/oauth2/v3/userinfo', (request, reply) => {
        const user = gate.userOf(request, ['openid'])
        return reply.send({ sub: subjectOf(user), email: emailOf(user), email_verified: true })
      })
    })
    return createAdminApi(parts, sheets, tokens)
  },
}
