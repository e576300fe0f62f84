// The query language of Google Ads, as far as the sandbox supports it: SELECT, FROM, WHERE with AND, ORDER BY, LIMIT.
import { badQuery } from './failures.ts'

interface Token {
  kind: 'word' | 'text' | 'number' | 'sign'
  text: string
}

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'IN' | 'BETWEEN'

export interface Condition {
  field: string
  operator: Operator
  values: readonly string[]
}

export interface Query {
  fields: readonly string[]
  from: string
  where: readonly Condition[]
  orderBy: readonly { field: string; isDescending: boolean }[]
  limit: number | null
}

const kinds: readonly [Token['kind'] | 'space', RegExp][] = [
  ['space', /\s+/y],
  ['text', /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['word', /[A-Za-z_][A-Za-z0-9_.]*/y],
  ['sign', /!=|<=|>=|[=<>,()]/y],
]

const tokenAt = (query: string, at: number): { kind: Token['kind'] | 'space'; found: string } => {
  for (const [kind, shape] of kinds) {
    shape.lastIndex = at
    const found = shape.exec(query)?.[0]
    if (found !== undefined) return { kind, found }
  }
  throw badQuery('UNEXPECTED_INPUT', `Error in query: unexpected input ${query[at] ?? ''}.`)
}

const tokenize = (query: string): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < query.length;) {
    const { kind, found } = tokenAt(query, at)
    at += found.length
    if (kind === 'space') continue
    tokens.push({ kind, text: kind === 'text' ? found.slice(1, -1).replaceAll(/\\(.)/g, '$1') : found })
  }
  return tokens
}

const comparisons = new Set(['=', '!=', '<', '<=', '>', '>='])

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }
  #fail(): never {
    const token = this.#tokens[this.#at]
    throw badQuery('UNEXPECTED_INPUT', `Error in query: unexpected ${token ? `input ${token.text}` : 'end'}.`)
  }
  /** Consumes the word or sign if it comes next. */
  takes(text: string): boolean {
    const token = this.#tokens[this.#at]
    const isIt = token !== undefined && token.kind !== 'text' && token.text.toUpperCase() === text
    if (isIt) this.#at += 1
    return isIt
  }
  needs(text: string): void {
    if (!this.takes(text)) this.#fail()
  }
  any(...allowed: Token['kind'][]): string {
    const token = this.#tokens[this.#at]
    if (!token || !allowed.includes(token.kind)) this.#fail()
    this.#at += 1
    return token.text
  }
  end(): void {
    if (!this.isAtEnd) this.#fail()
  }
  comparison(): Operator {
    const found = this.any('sign')
    if (!comparisons.has(found)) throw badQuery('UNEXPECTED_INPUT', `Error in query: unexpected input ${found}.`)
    return found as Operator
  }
}

const listOf = <T>(reader: Reader, one: () => T): T[] => {
  const list = [one()]
  while (reader.takes(',')) list.push(one())
  return list
}

const valueOf = (reader: Reader): string => reader.any('text', 'number', 'word')

const conditionOf = (reader: Reader): Condition => {
  const field = reader.any('word')
  if (reader.takes('BETWEEN')) {
    const low = valueOf(reader)
    reader.needs('AND')
    return { field, operator: 'BETWEEN', values: [low, valueOf(reader)] }
  }
  if (reader.takes('IN')) {
    reader.needs('(')
    const values = listOf(reader, () => valueOf(reader))
    reader.needs(')')
    return { field, operator: 'IN', values }
  }
  return { field, operator: reader.comparison(), values: [valueOf(reader)] }
}

const orderOf = (reader: Reader): { field: string; isDescending: boolean } => {
  const field = reader.any('word')
  const isDescending = reader.takes('DESC')
  if (!isDescending) reader.takes('ASC')
  return { field, isDescending }
}

export const parseQuery = (text: string): Query => {
  const reader = new Reader(tokenize(text))
  reader.needs('SELECT')
  const fields = listOf(reader, () => reader.any('word'))
  reader.needs('FROM')
  const from = reader.any('word')
  const where: Condition[] = []
  if (reader.takes('WHERE')) {
    do where.push(conditionOf(reader))
    while (reader.takes('AND'))
  }
  let orderBy: Query['orderBy'] = []
  if (reader.takes('ORDER')) {
    reader.needs('BY')
    orderBy = listOf(reader, () => orderOf(reader))
  }
  const limit = reader.takes('LIMIT') ? Number(reader.any('number')) : null
  reader.end()
  return { fields, from, where, orderBy, limit }
}
