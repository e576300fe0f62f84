// The most used part of SOQL of clients of the data API, parsed token by token.

type Value = string | number | boolean | null
export interface Literal {
  kind: 'string' | 'number' | 'boolean' | 'null' | 'datetime' | 'date'
  value: Value
}
type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'like' | 'in' | 'not in'
export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'compare'; field: string; operator: Operator; values: Literal[] }
export type SelectItem = { field: string } | { query: Soql }
export interface Soql {
  /** Absent: only the count is requested. */
  select?: SelectItem[]
  from: string
  where?: Condition
  orderBy: { field: string; isDescending: boolean }[]
  limit?: number
}

export class MalformedQuery extends Error {}

interface Token {
  kind: 'word' | 'string' | 'datetime' | 'date' | 'number' | 'sign' | 'end'
  text: string
}

const shapes: readonly [Token['kind'], RegExp][] = [
  ['string', /'(?:[^'\\]|\\.)*'/y],
  ['datetime', /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/y],
  ['date', /\d{4}-\d\d-\d\d/y],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['word', /[A-Za-z_][\w.]*/y],
  ['sign', /!=|<>|>=|<=|[=<>(),]/y],
]

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const found = shapes
      .map(([kind, shape]) => {
        shape.lastIndex = at
        return { kind, text: shape.exec(text)?.[0] ?? '' }
      })
      .find((token) => token.text !== '')
    if (!found) throw new MalformedQuery(`unexpected token: '${text.slice(at, at + 10)}'`)
    tokens.push(found)
    at += found.text.length
  }
  return tokens
}

class Reader {
  readonly #tokens: Token[]
  #at = 0
  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }
  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? { kind: 'end', text: '<EOF>' }
  }
  take(): Token {
    const token = this.peek()
    this.#at += 1
    return token
  }
  /** Consumes the word or sign if it comes next. */
  has(text: string): boolean {
    const token = this.peek()
    if (token.kind === 'string' || token.text.toLowerCase() !== text) return false
    this.#at += 1
    return true
  }
  expect(text: string): void {
    if (!this.has(text)) throw new MalformedQuery(`expecting '${text}', found '${this.peek().text}'`)
  }
  word(): string {
    const token = this.take()
    if (token.kind !== 'word') throw new MalformedQuery(`unexpected token: '${token.text}'`)
    return token.text
  }
}

const literalOf = ({ kind, text }: Token): Literal => {
  if (kind === 'string') return { kind, value: text.slice(1, -1).replaceAll(/\\(.)/g, '$1') }
  if (kind === 'number') return { kind, value: Number(text) }
  if (kind === 'datetime' || kind === 'date') return { kind, value: text }
  const word = text.toLowerCase()
  if (word === 'null') return { kind: 'null', value: null }
  if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true' }
  throw new MalformedQuery(`unexpected token: '${text}'`)
}

const listOf = <T>(reader: Reader, one: () => T): T[] => {
  const items = [one()]
  while (reader.has(',')) items.push(one())
  return items
}

const comparison = (reader: Reader): Condition => {
  const field = reader.word()
  const isNegated = reader.has('not')
  if (isNegated || reader.peek().text.toLowerCase() === 'in') {
    reader.expect('in')
    reader.expect('(')
    const values = listOf(reader, () => literalOf(reader.take()))
    reader.expect(')')
    return { kind: 'compare', field, operator: isNegated ? 'not in' : 'in', values }
  }
  const sign = reader.take().text.toLowerCase()
  const operator = sign === '<>' ? '!=' : sign
  if (!['=', '!=', '>', '>=', '<', '<=', 'like'].includes(operator)) throw new MalformedQuery(`unexpected token: '${sign}'`)
  return { kind: 'compare', field, operator: operator as Operator, values: [literalOf(reader.take())] }
}

const condition = (reader: Reader): Condition => {
  const one = (): Condition => {
    if (reader.has('not')) return { kind: 'not', part: one() }
    if (!reader.has('(')) return comparison(reader)
    const inner = condition(reader)
    reader.expect(')')
    return inner
  }
  const parts = [one()]
  const word = reader.peek().text.toLowerCase()
  if (word !== 'and' && word !== 'or') return parts[0] as Condition
  while (reader.has(word)) parts.push(one())
  // Salesforce requires parentheses if both are used.
  if (['and', 'or'].includes(reader.peek().text.toLowerCase()))
    throw new MalformedQuery(`unexpected token: '${reader.peek().text}'`)
  return { kind: word, parts }
}

const selection = (reader: Reader): SelectItem[] | undefined => {
  if (reader.peek().text.toLowerCase() === 'count' && reader.peek(1).text === '(') {
    reader.take()
    reader.expect('(')
    reader.expect(')')
    return undefined
  }
  return listOf(reader, () => {
    if (!reader.has('(')) return { field: reader.word() }
    const inner = query(reader)
    reader.expect(')')
    return { query: inner }
  })
}

const ordering = (reader: Reader): Soql['orderBy'] => {
  if (!reader.has('order')) return []
  reader.expect('by')
  return listOf(reader, () => {
    const field = reader.word()
    const isDescending = reader.has('desc')
    if (!isDescending) reader.has('asc')
    return { field, isDescending }
  })
}

const query = (reader: Reader): Soql => {
  reader.expect('select')
  const select = selection(reader)
  reader.expect('from')
  const from = reader.word()
  const where = reader.has('where') ? condition(reader) : undefined
  const orderBy = ordering(reader)
  const limit = reader.has('limit') ? Number(reader.take().text) : undefined
  return {
    from,
    orderBy,
    ...(select ? { select } : {}),
    ...(where ? { where } : {}),
    ...(limit === undefined ? {} : { limit }),
  }
}

export const parseSoql = (text: string): Soql => {
  const reader = new Reader(text)
  const parsed = query(reader)
  if (reader.peek().kind !== 'end') throw new MalformedQuery(`unexpected token: '${reader.peek().text}'`)
  return parsed
}
