// SQL that a database with tables distributed by account refuses or executes wrongly, as far as the text shows it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/config.ts'
import { chainsIn, statementOf, statementsIn, within, type Chain, type Statement } from './statements.ts'

const tenantTables: ReadonlySet<string> = new Set(
  /export interface DB \{(.*?)\n\}/s
    .exec(readFileSync(join(projectRoot, 'src/server/platform/db/tables.ts'), 'utf8'))?.[1]
    ?.match(/^ {2}\w+(?=:)/gm)
    ?.map((name) => name.trim()),
)

const changing =
  /\b(now|clock_timestamp|statement_timestamp|random|gen_random_uuid|uuidv4|uuidv7)\(|\bcurrent_(timestamp|date)\b/i

const choicesIn = (sql: string): string[] => [
  ...[...sql.matchAll(/\bcoalesce\(/gi)].map(({ index, 0: { length } }) => within(sql, index + length - 1)),
  ...[...sql.matchAll(/\bcase\b.*?\bend\b/gis)].map(([text]) => text),
]

/** The account by a value of ours, which determines the node. */
const namesAccount = /\bclient_id\s*(=\s*(\?|\$\d|any\s*\(\s*\?)|in\s*\(\s*\?)/i

const isWhole = (sql: string): boolean => /^\s*(select|with|insert|update|delete)\b/i.test(sql)

/** Tables with their aliases in the statement. */
const tablesOf = (sql: string): { table: string; alias: string }[] =>
  [...sql.matchAll(/\b(?:from|join|update|using)\s+([a-z_]+)(?:\s+(?:as\s+)?(?!on\b|where\b|set\b|using\b|order\b)([a-z_]+))?/gi)]
    .map(([, table = '', alias = table]) => ({ table, alias }))
    .filter(({ table }) => tenantTables.has(table))

/** Every select in parentheses, without nested ones. */
const subSelectsOf = (sql: string): { select: string; isSet: boolean }[] => {
  const all = [...sql.matchAll(/(\bin\s*)?(\(\s*select\b)/gi)].map(({ index, 1: word = '' }) => ({
    whole: within(sql, index + word.length),
    isSet: word !== '',
  }))
  return all.map(({ whole, isSet }) => ({
    select: all.reduce((rest, inner) => (inner.whole === whole ? rest : rest.replace(inner.whole, '(')), whole),
    isSet,
  }))
}

/** A set of ids from all accounts is evaluated first, and needs no condition on an account. */
const isLost = ({ select, isSet }: { select: string; isSet: boolean }): boolean =>
  tablesOf(select).length > 0 && !namesAccount.test(select) && !(isSet && !/\bclient_id\b/.test(select))

const joinsOf = (sql: string): { table: string; condition: string }[] =>
  [
    ...sql.matchAll(
      /\bjoin\s+([a-z_]+)(?:\s+(?:as\s+)?[a-z_]+)?\s+on\s+(.*?)(?=\b(?:left|inner|cross|join|where|group by|order by|limit|union)\b|$)/gis,
    ),
  ].map(([, table = '', condition = '']) => ({ table, condition }))

const stable = /\b(?:jsonb?_build_(?:object|array)|to_jsonb?|concat(?:_ws)?|format|to_char|convert_to)\(/gi

/** Names that are left without values of ours, texts and casts. */
const hasColumn = (inside: string): boolean =>
  /[a-z_]/i.test(inside.replaceAll(/'(?:[^']|'')*'|::\s*[a-z_]+(?:\[\])?|\bnow\(\)|\b(?:null|true|false)\b|\?/gi, ''))

const callsOverColumn = (sql: string): boolean =>
  [...sql.matchAll(stable)].some(({ index, 0: { length } }) => hasColumn(within(sql, index + length - 1)))

/** Functions of PostgreSQL that take a row of any type. */
const takesAnyRow = String.raw`\b(?:to_jsonb?|row_to_json|jsonb?_agg|array_agg|count)`

const isUpdate = ({ sql, isSet }: Statement): boolean =>
  isSet || /(?<!do )\bupdate\s+[a-z_.?]+\s+(?:as\s+\w+\s+)?set\b/i.test(sql)

const statementRules: readonly { says: string; isBroken: (statement: Statement) => boolean }[] = [
  {
    says: 'no function that is not immutable in a case or coalesce of what is written',
    isBroken: ({ sql, isRead }) => !isRead && choicesIn(sql).some((choice) => changing.test(choice)),
  },
  {
    says: 'no insert … select without on conflict or returning',
    isBroken: ({ sql }) =>
      /\binsert into\s+[\w.]+\s*\([^)]*\)\s*(select|with)\b/i.test(sql) && !/\bon conflict\b|\breturning\b/i.test(sql),
  },
  {
    says: 'no clock in do update',
    isBroken: ({ sql }) => changing.test(/\bdo update set\b(.*)/is.exec(sql)?.[1]?.split(/\breturning\b/i)[0] ?? ''),
  },
  {
    says: 'nothing volatile in an update or delete',
    isBroken: ({ sql }) =>
      /^\s*(update|delete)\b/i.test(sql) && /\b(clock_timestamp|random|gen_random_uuid|uuidv4|uuidv7)\(/i.test(sql),
  },
  { says: 'no merge', isBroken: ({ sql }) => /^\s*merge into\b/i.test(sql) },
  { says: 'no set_config, which workers do not hear of', isBroken: ({ sql }) => /\bset_config\(/i.test(sql) },
  {
    says: 'no sub-select without client_id by value',
    isBroken: ({ sql }) => (!isWhole(sql) || namesAccount.test(sql)) && subSelectsOf(sql).some(isLost),
  },
  {
    says: 'no lock without client_id by value',
    isBroken: ({ sql }) =>
      /\bfor (?:no key )?(?:update|share)\b/i.test(sql) && tablesOf(sql).length > 0 && !namesAccount.test(sql),
  },
  {
    says: 'no join of rows of different accounts',
    isBroken: ({ sql }) =>
      joinsOf(sql).some(({ table, condition }) => tenantTables.has(table) && !/\bclient_id\b/.test(condition)),
  },
  {
    says: 'no comparison of several columns with a select',
    isBroken: ({ sql }) => /(?<![\w])\([^()]*\)\s+(?:not\s+)?in\s*\(\s*select\b/i.test(sql),
  },
  {
    says: 'no function over a row that is named by its table: function(row(t.*)::t)',
    isBroken: ({ sql }) =>
      tablesOf(sql).some(({ alias }) => new RegExp(String.raw`\b\w+(?<!${takesAnyRow})\(\s*${alias}\s*\)`, 'i').test(sql)),
  },
  {
    says: 'no id of the transaction, which knows nothing of other nodes',
    isBroken: ({ sql }) => /\bpg_current_xact_id(_if_assigned)?\(|\btxid_current/i.test(sql),
  },
  {
    says: 'no stable function over a column in an update',
    isBroken: (statement) => isUpdate(statement) && callsOverColumn(statement.sql),
  },
]

/** The same by a value of ours, and not by a column of another table. */
const namesAccountInChain = /client_id',\s*'(?:=|in)',\s*(?![\s']|\w+\.ref\()/
const joinInChain = /\.(?:inner|left|right|full)Join\(\s*'([a-z_]+)(?: as \w+)?',/g

const hasForeignJoin = ({ text }: Chain): boolean =>
  [...text.matchAll(joinInChain)].some(
    ({ 1: table = '', index }) => tenantTables.has(table) && !within(text, text.indexOf('(', index)).includes("client_id'"),
  )

const chainRules: readonly { says: string; isBroken: (chain: Chain) => boolean }[] = [
  {
    says: 'no sub-select without client_id by value',
    isBroken: ({ table, text, isNested }) => isNested && tenantTables.has(table) && !namesAccountInChain.test(text),
  },
  {
    says: 'no lock without client_id by value',
    isBroken: ({ table, text }) =>
      tenantTables.has(table) && /\.for(?:NoKey)?(?:Update|Share)\(/.test(text) && !namesAccountInChain.test(text),
  },
  { says: 'no join of rows of different accounts', isBroken: hasForeignJoin },
]

const fileRules: readonly { says: string; isBroken: (text: string) => boolean }[] = [
  {
    says: 'no size of a table without citus_relation_size: that of the coordinator is empty',
    isBroken: (text) =>
      /\b(pg_(total_)?(relation|table)_size|relpages|reltuples)\b/.test(text) && !/\bcitus_relation_size\b/.test(text),
  },
]

const short = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 120)

const brokenBy = (statement: Statement): string[] =>
  statementRules.filter(({ isBroken }) => isBroken(statement)).map(({ says }) => `${says}: ${short(statement.sql)}`)

/** In a file of ours. */
export const brokenIn = (text: string): string[] => [
  ...statementsIn(text).flatMap(brokenBy),
  ...chainsIn(text).flatMap((chain) =>
    chainRules.filter(({ isBroken }) => isBroken(chain)).map(({ says }) => `${says}: ${short(chain.text)}`),
  ),
  ...fileRules.filter(({ isBroken }) => isBroken(text)).map(({ says }) => says),
]

/** In plain SQL. */
export const brokenInSql = (sql: string): string[] => brokenBy(statementOf(sql))
