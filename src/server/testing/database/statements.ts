// Reads the SQL out of source text: templates of `sql`, and chains of the query builder.

export interface Statement {
  /** With our values as `?`, and with inserted pieces of SQL. */
  sql: string
  /** A column that is read: it is not in an update. */
  isRead: boolean
  /** A value that an update assigns to a column. */
  isSet: boolean
}

/** From after the opening backtick to after the closing one. */
const readTemplate = (text: string, from: number): { sql: string; end: number } => {
  let sql = ''
  let at = from
  while (at < text.length && text[at] !== '`') {
    if (text.startsWith('${', at)) {
      const hole = readHole(text, at + 2)
      sql += hole.sql
      at = hole.end
    } else {
      sql += text[at]
      at += text[at] === '\\' ? 2 : 1
    }
  }
  return { sql, end: at + 1 }
}

const readHole = (text: string, from: number): { sql: string; end: number } => {
  const pieces: string[] = []
  let depth = 1
  let at = from
  while (at < text.length && depth > 0) {
    if (text[at] === '`') {
      const piece = readTemplate(text, at + 1)
      pieces.push(piece.sql)
      at = piece.end
    } else {
      depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0
      at += 1
    }
  }
  return { sql: pieces.length === 0 ? '?' : ` ${pieces.join(' ')} `, end: at }
}

const isSetAt = (before: string): boolean => {
  const set = before.lastIndexOf('.set(')
  return set >= 0 && !/\n\s*\.\w+\(|\n\s*\n|`\.as\(/.test(before.slice(set + 1))
}

export const statementOf = (sql: string): Statement => {
  const isWritten = /\b(insert into|update|delete from)\b/i.test(sql)
  return { sql, isRead: /^\s*(select|with)\b/i.test(sql) && !isWritten, isSet: false }
}

export const statementsIn = (text: string): Statement[] =>
  [...text.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map((opening) => {
    const { sql, end } = readTemplate(text, opening.index + opening[0].length)
    const statement = statementOf(sql)
    const isSet = isSetAt(text.slice(0, opening.index))
    return { ...statement, isSet, isRead: statement.isRead || text.slice(end).startsWith('.as(') }
  })

/** The text between the parentheses that begin here. */
export const within = (sql: string, from: number): string => {
  let depth = 0
  for (let at = from; at < sql.length; at += 1) {
    depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0
    if (depth === 0) return sql.slice(from, at)
  }
  return sql.slice(from)
}

export interface Chain {
  table: string
  text: string
  /** A select within another statement. */
  isNested: boolean
}

/** Where the calls of a chain end that begins here with a dot. */
const chainEnd = (text: string, from: number): number => {
  let at = from
  for (;;) {
    const call = /^\s*\.[$\w]+(?:<[^()]*>)?\(/.exec(text.slice(at, at + 400))
    if (!call) return at
    const open = at + call[0].length - 1
    at = open + within(text, open).length + 1
  }
}

const opening = /([\w)]+)\s*\.(?:selectFrom|updateTable|deleteFrom|insertInto)\('([a-z_.]+)/g

export const chainsIn = (text: string): Chain[] => {
  const found = [...text.matchAll(opening)].map((match) => {
    const [whole, root = '', table = ''] = match
    const from = match.index + root.length
    return { root, table, isSelect: whole.includes('selectFrom'), from, end: chainEnd(text, from) }
  })
  return found.map(({ root, table, isSelect, from, end }) => ({
    table,
    text: text.slice(from, end),
    isNested:
      isSelect &&
      (!['tx', 'db', ')'].some((name) => root.endsWith(name)) || found.some((other) => other.from < from && other.end > end)),
  }))
}
