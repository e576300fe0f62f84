import { isId } from '#server/platform/ids.ts'
import { z } from 'zod'
import { operation } from '../../pool.ts'
import { selectAccounts, type AccountSearch } from '../../accounts/queries.ts'
import { invalidParameter } from '../../wire/refusals.ts'
import { describeUser } from './describe-user.ts'
import { text } from '../wire-schemas.ts'

type Where = NonNullable<AccountSearch['where']>

const filterForm = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/
const pageMax = 60

const columns = new Map<string, Where['column']>([
  ['username', 'sub'],
  ['sub', 'sub'],
  ['email', 'email'],
  ['status', 'enabled'],
  ['cognito:user_status', 'status'],
  ...['name', 'given_name', 'family_name', 'preferred_username', 'phone_number'].map(
    (name) => [name, { attribute: name }] as const,
  ),
])

const readFilter = (filter: string): Where => {
  const [, name = '', operator, quoted = ''] = filterForm.exec(filter) ?? []
  const column = columns.get(name)
  if (column === undefined) throw invalidParameter('Error while parsing filter.')
  const value = quoted.replaceAll(/\\(.)/g, '$1')
  return { column, prefix: operator === '^=', value: column === 'email' || column === 'sub' ? value.toLowerCase() : value }
}

const readPage = (given: string): string => {
  const after = Buffer.from(given, 'base64url').toString()
  if (!isId(after)) throw invalidParameter('Invalid pagination token given.')
  return after
}

export const listUsers = operation(
  z.object({
    UserPoolId: text(128),
    Filter: z.optional(text(512)),
    Limit: z.int().min(0).max(pageMax).default(pageMax),
    PaginationToken: z.optional(text(256)),
    AttributesToGet: z.optional(z.array(text(64)).max(50)),
  }),
  async (call, { Filter, Limit, PaginationToken, AttributesToGet }) => {
    const limit = Limit === 0 ? pageMax : Limit
    const found = await selectAccounts(call.tx, {
      limit: limit + 1,
      ...(Filter ? { where: readFilter(Filter) } : {}),
      ...(PaginationToken === undefined ? {} : { after: readPage(PaginationToken) }),
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const Users = page.map(describeUser).map((user) => ({
      ...user,
      Attributes: user.Attributes.filter(({ Name }) => AttributesToGet === undefined || AttributesToGet.includes(Name)),
    }))
    return { Users, ...(last && found.length > limit ? { PaginationToken: Buffer.from(last.sub).toString('base64url') } : {}) }
  },
)
