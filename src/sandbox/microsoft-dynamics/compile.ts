// OData as SQL on the store.
import { BadFilter, parseFilter, type Filter } from './odata.ts'
import { columnOf, hintFor, type Table } from './schema.ts'

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

type Equal = Extract<Filter, { kind: 'compare' }>

/** Many values of one attribute, which clients write as a chain of comparisons. */
const oneOf = (filter: Filter): { attribute: string; values: (string | number)[] } | undefined => {
  const parts = filter.kind === 'or' ? filter.parts : [filter]
  const equal = parts.filter((part): part is Equal => part.kind === 'compare' && part.operator === '=')
  const attribute = equal[0]?.attribute
  const values = equal.map(({ value }) => value).filter((value) => typeof value === 'string' || typeof value === 'number')
  const isChain = equal.every((part) => part.attribute === attribute && !part.isTime) && values.length === parts.length
  return isChain && attribute !== undefined ? { attribute, values } : undefined
}

const sqlOf = (table: Table, filter: Filter): Sql => {
  const chain = oneOf(filter)
  if (chain) {
    const column = columnOf(table, attributeOf(table, chain.attribute))
    return { text: `${column} in (${chain.values.map(() => '?').join(', ')})`, values: chain.values }
  }
  if (filter.kind === 'compare') return compare(table, filter)
  if (filter.kind === 'not') {
    const { text, values } = sqlOf(table, filter.part)
    return { text: `not (${text})`, values }
  }
  const parts = filter.parts.map((part) => sqlOf(table, part))
  return { text: `(${parts.map(({ text }) => text).join(` ${filter.kind} `)})`, values: parts.flatMap(({ values }) => values) }
}

export const filterSql = (table: Table, text: string | undefined): Sql & { hint: string } => {
  if (text === undefined || text === '') return { text: '1', values: [], hint: '' }
  try {
    const filter = parseFilter(text)
    return { ...sqlOf(table, filter), hint: hintFor(table.set, oneOf(filter)?.attribute ?? '') }
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
