// $filter of OData, as far as Dataverse's clients use it: comparisons with and, or, not and parentheses.

type Value = string | number | boolean | null
export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'compare'; attribute: string; operator: string; value: Value; isTime: boolean }

export class BadFilter extends Error {}

interface Token {
  kind: 'string' | 'guid' | 'time' | 'number' | 'word' | 'sign'
  text: string
}

const shapes: readonly [Token['kind'], RegExp][] = [
  ['string', /'(?:[^']|'')*'/y],
  ['guid', /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/iy],
  ['time', /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?/y],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['word', /[A-Za-z_]\w*/y],
  ['sign', /[()]/y],
]

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    if (text[at] === ' ') {
      at += 1
      continue
    }
    const found = shapes
      .map(([kind, shape]) => {
        shape.lastIndex = at
        return { kind, text: shape.exec(text)?.[0] ?? '' }
      })
      .find((token) => token.text !== '')
    if (!found) throw new BadFilter(`Syntax error at position ${at} in '${text.slice(0, 100)}'.`)
    tokens.push(found)
    at += found.text.length
  }
  return tokens
}

const valueOf = ({ kind, text }: Token): Value => {
  if (kind === 'string') return text.slice(1, -1).replaceAll("''", "'")
  if (kind === 'number') return Number(text)
  if (kind === 'guid') return text.toLowerCase()
  if (kind === 'word') {
    const known = { null: null, true: true, false: false }[text]
    if (known === undefined) throw new BadFilter(`Could not understand '${text}'.`)
    return known
  }
  return text
}

const operators: Readonly<Record<string, string>> = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' }

export const parseFilter = (text: string): Filter => {
  const tokens = tokensOf(text)
  let at = 0
  const next = (): Token => {
    const token = tokens[at]
    at += 1
    if (!token) throw new BadFilter('Expression expected at the end.')
    return token
  }
  const has = (word: string): boolean => {
    if (tokens[at]?.kind === 'string' || tokens[at]?.text !== word) return false
    at += 1
    return true
  }
  const one = (): Filter => {
    if (has('not')) return { kind: 'not', part: one() }
    if (has('(')) {
      const inner = chain('or')
      if (!has(')')) throw new BadFilter("')' expected.")
      return inner
    }
    const attribute = next().text
    const operator = operators[next().text]
    if (operator === undefined) throw new BadFilter(`An operator is expected after '${attribute}'.`)
    const token = next()
    return { kind: 'compare', attribute, operator, value: valueOf(token), isTime: token.kind === 'time' }
  }
  const chain = (kind: 'and' | 'or'): Filter => {
    const part = (): Filter => (kind === 'or' ? chain('and') : one())
    const parts = [part()]
    while (has(kind)) parts.push(part())
    return parts.length === 1 && parts[0] ? parts[0] : { kind, parts }
  }
  const parsed = chain('or')
  if (at < tokens.length) throw new BadFilter(`Syntax error near '${tokens[at]?.text}'.`)
  return parsed
}
