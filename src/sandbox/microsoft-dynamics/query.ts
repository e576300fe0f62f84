// Pages of a table: plain ones, and those that track changes.
import type { Store } from '../kit/store.ts'
import { filterSql, ODataProblem, orderSql } from './compile.ts'
import { contextOf, cookieOf, deltaOf, encode, linkOf, pageSizeOf, stampNow, type Asked, type Cookie } from './links.ts'
import { renderer, type Row } from './render.ts'
import { vendor, type Body } from './rows.ts'
import { hintFor, type Table } from './schema.ts'

const versionOf = (store: Store): number =>
  Number(store.one('select value from counter where name = ?', `${vendor}:version`)?.['value'] ?? 0)

const rendererOf = (store: Store, asked: Asked, table: Table) =>
  renderer(store, asked.account, table, {
    select: asked.query['$select']?.split(',').map((name) => name.trim()) ?? null,
    isAnnotated: asked.prefer.includes('odata.include-annotations'),
  })

const from = (table: Table, hint = ''): string =>
  `from record ${hint} where vendor = 'microsoft-dynamics' and account = ? and object = '${table.set}'`

/** The tables with change tracking by default. */
const trackedSets = new Set(['contacts', 'leads', 'opportunities', 'accounts'])

const checkTracked = ({ query }: Asked, table: Table): void => {
  if (['$filter', '$orderby', '$expand', '$top'].some((name) => query[name] !== undefined))
    throw new ODataProblem('0x80060888', 'Change tracking does not go with $filter, $orderby, $expand or $top.')
  if (!trackedSets.has(table.set))
    throw new ODataProblem('0x80060888', `Change tracking is not enabled for entity '${table.logicalName}'.`)
}

/** A preference applies to one request: without it on the last page there is no link to the changes. */
const asksTracking = ({ prefer }: Asked): boolean => prefer.includes('odata.track-changes')

const tracked = (store: Store, asked: Asked, table: Table, cookie: Cookie): Body => {
  checkTracked(asked, table)
  const { after = 0, until = versionOf(store), isDelta = false } = cookie
  const size = pageSizeOf(asked.prefer)
  const number = "json_extract(body, '$.versionnumber')"
  const rows = store.all(
    `select * ${from(table)} and ${number} > ? and ${number} <= ? ${isDelta ? '' : 'and deleted = 0'} order by ${number} limit ?`,
    asked.account,
    after,
    until,
    size + 1,
  )
  const render = rendererOf(store, asked, table)
  const gone = (row: Row) => ({
    '@odata.context': `${asked.root}/$metadata#${table.set}/$deletedEntity`,
    id: row['id'],
    reason: 'deleted',
  })
  const page = rows.slice(0, size)
  const last = (JSON.parse(String(page.at(-1)?.['body'] ?? '{}')) as Body)['versionnumber'] as number
  return {
    '@odata.context': `${contextOf(asked, table)}${isDelta ? '/$delta' : ''}`,
    ...(rows.length > size
      ? { '@odata.nextLink': linkOf(asked, '$skiptoken', encode({ after: last, until, isDelta })) }
      : asksTracking(asked)
        ? { '@odata.deltaLink': linkOf(asked, '$deltatoken', `${until}!${stampNow()}`) }
        : {}),
    value: page.map((row) => (Number(row['deleted']) > 0 ? gone(row) : render(row))),
  }
}

const plain = (store: Store, asked: Asked, table: Table, { after = 0, offset = 0 }: Cookie): Body => {
  const { $filter: filter, $orderby: orderBy, $top: top } = asked.query
  const { text, values, hint } = filterSql(table, filter)
  const size = top === undefined ? pageSizeOf(asked.prefer) : Number(top)
  // Rows with equal keys come in any order, on each page in another.
  const order = orderBy === undefined ? 'seq' : `${orderSql(table, orderBy)}, seq ${(offset / size) % 2 === 0 ? 'asc' : 'desc'}`
  const rows = store.all(
    `select * ${from(table, hint)} and deleted = 0 and seq > ? and ${text} order by ${order} limit ? offset ?`,
    asked.account,
    after,
    ...values,
    size + 1,
    offset,
  )
  const next = orderBy === undefined ? { after: Number(rows[size - 1]?.['seq']) } : { offset: offset + size }
  const hasMore = rows.length > size && top === undefined
  return {
    '@odata.context': contextOf(asked, table),
    value: rows.slice(0, size).map(rendererOf(store, asked, table)),
    ...(hasMore ? { '@odata.nextLink': linkOf(asked, '$skiptoken', encode(next)) } : {}),
  }
}

/** The members of a list, in the order in which they were added. */
const related = (store: Store, asked: Asked, table: Table, list: string): Body => {
  const { after = 0 } = cookieOf(asked.query['$skiptoken'])
  const size = pageSizeOf(asked.prefer)
  const members = store.all(
    `select seq, json_extract(body, '$.person') as person from record ${hintFor('members', 'list')}
     where vendor = 'microsoft-dynamics' and object = 'members' and account = ?
     and json_extract(body, '$.list') = ? and deleted = 0 and seq > ? order by seq limit ?`,
    asked.account,
    list,
    after,
    size + 1,
  )
  const render = rendererOf(store, asked, table)
  const page = members.slice(0, size)
  const rows = page.map(({ person }) => store.one(`select * ${from(table)} and id = ?`, asked.account, String(person)))
  return {
    '@odata.context': contextOf(asked, table),
    value: rows.flatMap((row) => (row ? [render(row)] : [])),
    ...(members.length > size
      ? { '@odata.nextLink': linkOf(asked, '$skiptoken', encode({ after: Number(page.at(-1)?.['seq']) })) }
      : {}),
  }
}

/** `$apply` with a count only, which Dataverse returns for up to 50,000 rows. */
const count = (store: Store, { account, query }: Asked, table: Table): Body => {
  const shape = /^(?:filter\((.+)\)\/)?aggregate\(\$count as (\w+)\)$/.exec(query['$apply'] ?? '')
  if (!shape) throw new ODataProblem('0x80060888', 'This aggregation is not supported.')
  const { text, values } = filterSql(table, shape[1])
  const count = Number(store.one(`select count(*) as n ${from(table)} and deleted = 0 and ${text}`, account, ...values)?.['n'])
  if (count > 50_000) throw new ODataProblem('0x8004e023', 'The maximum record limit is exceeded. Reduce the number of records.')
  return { value: [{ [shape[2] ?? 'count']: count }] }
}

const read = (store: Store, asked: Asked, table: Table): Body => {
  const { $skiptoken: skip, $deltatoken: delta } = asked.query
  if (delta !== undefined) return tracked(store, asked, table, deltaOf(delta))
  const cookie = cookieOf(skip)
  const isTracked = cookie.until !== undefined || asksTracking(asked)
  return isTracked ? tracked(store, asked, table, cookie) : plain(store, asked, table, cookie)
}

export const createQueries = (store: Store) => ({
  read: (asked: Asked, table: Table): Body => read(store, asked, table),
  related: (asked: Asked, table: Table, list: string): Body => related(store, asked, table, list),
  count: (asked: Asked, table: Table): Body => count(store, asked, table),
})
