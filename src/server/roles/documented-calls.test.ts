// docs/api.md against the contract: no call of the specification is missing, and each implemented one names the test
// that makes it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allRoutes } from '#contract/all-routes.ts'
import { projectRoot } from '#server/platform/config.ts'

/** Section 7 of the specification, word for word. */
const specified = `
POST /clients_public/validate_create_request
GET /users/email?email=
POST /users/{id}/change_status
GET /users/
GET /users/?client_id=
GET /users/{id}/
PATCH /users/{id}/
DELETE /users/{id}/
POST /users/
POST /users/{id}/reset_password
POST /users/resend_invitation?email=
GET /clients/?page=&size=
POST /clients/
GET /clients/{id}
PATCH /clients/{id}
POST /clients/{id}/status_change?status=
GET /clients/email?email=
GET /integrations/
DELETE /integrations/{integration_id}
GET /integrations/models/?client_id=
PATCH /integrations/models/{id}
GET /integrations/hubspot_token?client_id=&hub_id=
POST /integrations/active_campaign
GET /integrations/facebook/related_accounts?client_id=
GET /integrations/facebook/related_businesses?client_id=
POST /integrations/facebook/update_adaccount
GET /integrations/google/related_businesses?client_id=
POST /integrations/google/update_adaccount
GET /lists/crm?client_id=
POST /configs/configs_ghl
POST /configs/configs_ac
POST /configs/
PUT /configs/
POST /lists/custom_audiences?client_id=&business_name=
POST /lists/custom-audiences/google?client_id=
GET /events/?client_id=&skip=&limit=&sort=field:dir
GET /lists/get_contacts_for_list?list_id=&skip=&limit=
GET /contacts/check_integration_status?client_id=
POST /crm/sync
POST /agencies/webhook-properties/
GET /agencies/webhook-properties/
PUT /agencies/webhook-properties/
DELETE /agencies/webhook-properties/{id}
POST /ghost-companies/create
GET /ghost-companies/{id}/status
POST /ghost-companies/{id}/googlesheet/connect?agency_client_id=
GET /ghost-companies/{id}/googlesheet/status
DELETE /ghost-companies/{id}/googlesheet/disconnect
`
  .trim()
  .split('\n')

interface Row {
  base: string
  madeBy: string
  test: string
}

const fileOf = (path: string): string => join(projectRoot, path)

const rows = new Map(
  readFileSync(fileOf('docs/api.md'), 'utf8')
    .split('\n')
    .flatMap((line): [string, Row][] => {
      const [, call = '', base = '', madeBy = '', test = ''] = line.split('|').map((cell) => cell.trim())
      return /^(GET|POST|PUT|PATCH|DELETE) \//.test(call) && test !== '' ? [[call, { base, madeBy, test }]] : []
    }),
)

const rowOf = (call: string): Row => {
  const row = rows.get(call)
  if (!row) throw new Error(`docs/api.md does not name ${call}`)
  return row
}

/** Without the query, and with any parameter name. */
const plain = (path: string): string => path.replace(/\?.*$/, '').replaceAll(/\{\w+\}/g, '{}')

const routeOf = (call: string) => {
  const [method, path = ''] = call.split(' ')
  return allRoutes.find((route) => route.method === method && plain(route.path) === plain(path))
}

/** What a file of the web client imports from the contract as values. */
const importedBy = (file: string): string[] =>
  [...readFileSync(fileOf(file), 'utf8').matchAll(/import \{([^}]*)\} from '#contract\/[^']+'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/ as .*$/, '')),
  )

const built = specified.filter(routeOf)
const later = specified.filter((call) => !routeOf(call))

describe('docs/api.md', () => {
  it('names every call of the specification, and no other [API-01] [API-23]', () => {
    expect([...rows.keys()]).toEqual(specified)
  })

  it.each(built)('says where %s is answered, who makes it, and which test makes it as written', (call) => {
    const { base, madeBy, test } = rowOf(call)
    expect(base).toBe(routeOf(call)?.api)
    expect(madeBy).toMatch(/`web\/|API clients/)
    const files = [...madeBy.matchAll(/`(web\/[^`]+)`/g)].map(([, path = '']) => `src/${path}`)
    expect(files.filter((file) => !existsSync(fileOf(file)))).toEqual([])
    expect(files.filter((file) => !importedBy(file).includes(routeOf(call)?.name ?? ''))).toEqual([])
    const [method, path = ''] = call.split(' ')
    expect(readFileSync(fileOf(test), 'utf8')).toContain(`${method} ${path.replace(/\?.*$/, '')}`)
  })

  it.each(later)('says that %s comes later [API-20] [API-21]', (call) => {
    const { madeBy, test } = rowOf(call)
    expect([madeBy, test]).toEqual([expect.stringMatching(/^comes with \w+/), '–'])
  })

  it('is among the documents that the README lists', () => {
    expect(readFileSync(fileOf('README.md'), 'utf8')).toContain('(docs/api.md)')
  })
})
