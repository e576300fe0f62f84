// OData as SQL on the store.
import { BadFilter, parseFilter, type Filter } from './odata.ts'
import { columnOf, type Table } from './schema.ts'

export class ODataProblem extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

interface Sql {
  text: string
  values: (string | number | null)[]
}

export const attributeOf = ({ attributes, logicalName }: Table, name: string): string => {
  if (name in attributes) return name
  throw new ODataProblem(
    '0x80060888',
    `Could not find a property named '${name}' on type 'Microsoft.Dynamics.CRM.${logicalName}'.`,
  )
}

const compare = (table: Table, { attribute, operator, value, isTime }: Extract<Filter, { kind: 'compare' }>): Sql => {
  const column = columnOf(table, attributeOf(table, attribute))
  if (value === null) return { text: `${column} is ${operator === '=' ? '' : 'not '}null`, values: [] }
  const isOwn = column === 'created' || column === 'modified'
  const bound = isTime && isOwn ? Date.parse(String(value)) : typeof value === 'boolean' ? Number(value) : value
  return { text: `${column} ${operator} ?`, values: [bound] }
}

const sqlOf = (table: Table, filter: Filter): Sql => {
  if (filter.kind === 'compare') return compare(table, filter)
  if (filter.kind === 'not') {
    const { text, values } = sqlOf(table, filter.part)
    return { text: `not (${text})`, values }
  }
  const parts = filter.parts.map((part) => sqlOf(table, part))
  return { text: `(${parts.map(({ text }) => text).join(` ${filter.kind} `)})`, values: parts.flatMap(({ values }) => values) }
}

export const filterSql = (table: Table, text: string | undefined): Sql => {
  if (text === undefined || text === '') return { text: '1', values: [] }
  try {
    return sqlOf(table, parseFilter(text))
  } catch (error) {
    if (error instanceof BadFilter) throw new ODataProblem('0x80060888', error.message)
    throw error
  }
}

export const orderSql = (table: Table, text: string): string =>
  text
    .split(',')
    .map((part) => {
      const [name = '', direction = 'asc'] = part.trim().split(/\s+/)
      return `${columnOf(table, attributeOf(table, name))} ${direction === 'desc' ? 'desc' : 'asc'}`
    })
    .join(', ')
