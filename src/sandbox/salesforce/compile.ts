// SOQL as SQL on the store: it evaluates conditions and order, so that large organizations answer quickly.
import type { SandboxAccount } from '../kit/store.ts'
import { columns, hintFor, objectOf, type SObject } from './schema.ts'
import type { Condition, Literal, Soql } from './soql.ts'

export class QueryProblem extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

type Bound = string | number | null
export type Found = { name: string } & SObject
interface Sql {
  text: string
  values: Bound[]
}

export const stamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '+0000')

export const fieldOf = (object: Found, asked: string): string => {
  const name = Object.keys(object.fields).find((one) => one.toLowerCase() === asked.toLowerCase())
  if (name !== undefined) return name
  throw new QueryProblem('INVALID_FIELD', `No such column '${asked}' on entity '${object.name}'.`)
}

const columnOf = (object: Found, asked: string): { sql: string; type: string } => {
  const name = fieldOf(object, asked)
  return { sql: columns[name] ?? `json_extract(body, '$.${name}')`, type: object.fields[name] ?? 'string' }
}

const boundOf = (field: string, type: string, { kind, value }: Literal): Bound => {
  if (value === null) return null
  if (type === 'datetime') {
    if (kind !== 'datetime')
      throw new QueryProblem(
        'INVALID_FIELD',
        `value of filter criterion for field '${field}' must be of type dateTime and should not be enclosed in quotes`,
      )
    return columns[field] === undefined ? stamp(Date.parse(String(value))) : Date.parse(String(value))
  }
  return typeof value === 'boolean' ? Number(value) : value
}

const compare = (object: Found, { field, operator, values }: Extract<Condition, { kind: 'compare' }>): Sql => {
  const { sql, type } = columnOf(object, field)
  const bound = values.map((value) => boundOf(fieldOf(object, field), type, value))
  if (operator === 'in' || operator === 'not in')
    return { text: `${sql} ${operator} (${bound.map(() => '?').join(', ')})`, values: bound }
  if (operator === '=' && bound[0] !== null) return { text: `${sql} = ?`, values: bound }
  const word = { '=': 'is', '!=': 'is not' }[operator as string] ?? operator
  return { text: `${sql} ${word} ?`, values: bound }
}

const conditionOf = (object: Found, condition: Condition): Sql => {
  if (condition.kind === 'compare') return compare(object, condition)
  if (condition.kind === 'not') {
    const { text, values } = conditionOf(object, condition.part)
    return { text: `not (${text})`, values }
  }
  const parts = condition.parts.map((part) => conditionOf(object, part))
  return {
    text: `(${parts.map(({ text }) => text).join(` ${condition.kind} `)})`,
    values: parts.flatMap(({ values }) => values),
  }
}

/** The earliest change that can match the condition: with it the index is used even if the condition itself is too complex. */
const earliest = (condition: Condition): number | undefined => {
  if (condition.kind === 'not') return undefined
  if (condition.kind === 'compare') {
    const isLower = ['=', '>', '>='].includes(condition.operator) && condition.field.toLowerCase() === 'systemmodstamp'
    return isLower ? Date.parse(String(condition.values[0]?.value)) : undefined
  }
  const bounds = condition.parts.map(earliest)
  const known = bounds.filter((bound) => bound !== undefined)
  if (condition.kind === 'or') return known.length === bounds.length ? Math.min(...known) : undefined
  return known.length > 0 ? Math.max(...known) : undefined
}

export const findObject = (account: SandboxAccount, name: string): Found => {
  const object = objectOf(name, account)
  if (object) return object
  throw new QueryProblem('INVALID_TYPE', `sObject type '${name}' is not supported.`)
}

const hintOf = (object: Found, where: Condition | undefined): string => {
  const parts = where?.kind === 'and' ? where.parts : where ? [where] : []
  const hints = parts.map((part) =>
    part.kind === 'compare' && (part.operator === '=' || part.operator === 'in')
      ? hintFor(object.name, fieldOf(object, part.field))
      : '',
  )
  return hints.find((hint) => hint !== '') ?? ''
}

export const sqlOf = (account: SandboxAccount, object: Found, soql: Soql, withDeleted: boolean): Sql => {
  const from = soql.where && earliest(soql.where)
  const where = soql.where && conditionOf(object, soql.where)
  const order = soql.orderBy.map(({ field, isDescending }) => `${columnOf(object, field).sql}${isDescending ? ' desc' : ''}`)
  const text = [
    `from record ${hintOf(object, soql.where)} where vendor = 'salesforce' and account = ? and object = '${object.name}'`,
    withDeleted ? '' : 'and deleted = 0',
    from === undefined ? '' : 'and modified >= ?',
    where ? `and ${where.text}` : '',
    `order by ${[...order, 'seq'].join(', ')}`,
    soql.limit === undefined ? '' : `limit ${soql.limit}`,
  ].join(' ')
  return { text, values: [account.account, ...(from === undefined ? [] : [from]), ...(where?.values ?? [])] }
}
