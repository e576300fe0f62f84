// The search: filters and sorting over an index, with a limited number of results.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store, StoredRecord } from '../kit/store.ts'
import type { VendorParts } from '../kit/vendor.ts'
import { invalid, json, limitOf, notFound } from './answers.ts'
import { portalOf } from './guard.ts'
import { answerOf, modifiedName, objectNames, versions } from './objects.ts'
import { vendor, type ObjectName } from './portal.ts'

const charactersMax = 3000

const filter = z.object({
  propertyName: z.string().regex(/^[a-z0-9_]+$/),
  operator: z.enum([
    'EQ',
    'NEQ',
    'LT',
    'LTE',
    'GT',
    'GTE',
    'BETWEEN',
    'IN',
    'NOT_IN',
    'HAS_PROPERTY',
    'NOT_HAS_PROPERTY',
    'CONTAINS_TOKEN',
    'NOT_CONTAINS_TOKEN',
  ]),
  value: z.coerce.string().optional(),
  highValue: z.coerce.string().optional(),
  values: z.array(z.coerce.string()).optional(),
})
type Filter = z.infer<typeof filter>

const question = z.object({
  filterGroups: z
    .array(z.object({ filters: z.array(filter).max(6) }))
    .max(5)
    .default([]),
  sorts: z
    .array(
      z.union([
        z.string(),
        z.object({ propertyName: z.string(), direction: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING') }),
      ]),
    )
    .max(1)
    .default([]),
  properties: z.array(z.string()).default([]),
  limit: z.coerce.number().optional(),
  after: z.union([z.string(), z.number()]).nullish(),
  query: z.string().optional(),
})
type Question = z.infer<typeof question>

type Value = string | number

const columnOf = (object: ObjectName, name: string): { column: string; isNumber: boolean } => {
  if (name === modifiedName(object)) return { column: 'modified', isNumber: true }
  if (name === 'createdate') return { column: 'created', isNumber: true }
  if (name === 'hs_object_id') return { column: 'cast(id as integer)', isNumber: true }
  return { column: `json_extract(body, '$.properties.${name}')`, isNumber: false }
}

/** Dates are compared as milliseconds, in any form. */
const valueOf = (text: string, isNumber: boolean): Value => {
  if (!isNumber) return text
  return /^-?\d+$/.test(text) ? Number(text) : Date.parse(text)
}

const comparisons: Readonly<Partial<Record<Filter['operator'], string>>> = {
  EQ: '=',
  NEQ: '<>',
  LT: '<',
  LTE: '<=',
  GT: '>',
  GTE: '>=',
}

const setOf = (column: string, operator: Filter['operator'], values: readonly Value[]) => ({
  text: `${column} ${operator === 'IN' ? '' : 'not '}in (${values.map(() => '?').join(', ')})`,
  values,
})

const textOf = (column: string, operator: Filter['operator'], value: string) => {
  if (operator === 'HAS_PROPERTY') return { text: `coalesce(${column}, '') <> ''`, values: [] }
  if (operator === 'NOT_HAS_PROPERTY') return { text: `coalesce(${column}, '') = ''`, values: [] }
  const not = operator === 'NOT_CONTAINS_TOKEN' ? 'not ' : ''
  return { text: `${column} ${not}like ?`, values: [`%${value.replaceAll('*', '')}%`] }
}

const conditionOf = (object: ObjectName, { propertyName, operator, value, highValue, values }: Filter) => {
  const { column, isNumber } = columnOf(object, propertyName)
  const read = (text = '') => valueOf(text, isNumber)
  const comparison = comparisons[operator]
  if (comparison !== undefined) return { text: `${column} ${comparison} ?`, values: [read(value)] }
  if (operator === 'BETWEEN') return { text: `${column} between ? and ?`, values: [read(value), read(highValue)] }
  if (operator === 'IN' || operator === 'NOT_IN')
    return setOf(
      column,
      operator,
      (values ?? []).map((one) => read(one)),
    )
  return textOf(column, operator, value ?? '')
}

const whereOf = (object: ObjectName, account: string, { filterGroups, query }: Question) => {
  const groups = filterGroups
    .map(({ filters }) => filters.map((one) => conditionOf(object, one)))
    .filter((conditions) => conditions.length > 0)
  const any = groups.map((conditions) => `(${conditions.map(({ text }) => text).join(' and ')})`).join(' or ')
  const values: Value[] = [vendor, account, object, ...groups.flat().flatMap((one): readonly Value[] => one.values)]
  const words = query === undefined || query === '' ? [] : [`%${query}%`]
  return {
    where: [
      'vendor = ? and account = ? and object = ? and deleted = 0',
      ...(any === '' ? [] : [`(${any})`]),
      ...words.map(() => 'body like ?'),
    ].join(' and '),
    values: [...values, ...words],
  }
}

const orderOf = (object: ObjectName, [sort]: Question['sorts']): string => {
  if (sort === undefined) return 'seq asc'
  const name = typeof sort === 'string' ? sort.replace(/^-/, '') : sort.propertyName
  const isDown = typeof sort === 'string' ? sort.startsWith('-') : sort.direction === 'DESCENDING'
  const direction = isDown ? 'desc' : 'asc'
  const { column } = columnOf(object, name.replaceAll(/[^a-z0-9_]/g, ''))
  return `${column} ${direction}, seq ${direction}`
}

const find = (store: Store, account: string, object: ObjectName, asked: Question & { limit: number; offset: number }) => {
  const { where, values } = whereOf(object, account, asked)
  const rows = store.all(
    `select * from record where ${where} order by ${orderOf(object, asked.sorts)} limit ? offset ?`,
    ...values,
    asked.limit,
    asked.offset,
  )
  const total = Number(store.one(`select count(*) as n from record where ${where}`, ...values)?.['n'])
  const records: StoredRecord[] = rows.map((row) => ({
    id: String(row['id']),
    seq: Number(row['seq']),
    createdAt: Number(row['created']),
    modifiedAt: Number(row['modified']),
    deletedAt: 0,
    body: String(row['body']),
  }))
  return { records, total }
}

/** The query, or why it is invalid. */
const readQuestion = (
  body: unknown,
  resultsMax: number,
): { problem: string } | (Question & { limit: number; offset: number }) => {
  if (JSON.stringify(body).length > charactersMax)
    return { problem: `The request body is longer than ${charactersMax} characters.` }
  const asked = question.safeParse(body)
  if (!asked.success) return { problem: `Invalid input JSON: ${z.prettifyError(asked.error)}` }
  const limit = limitOf(asked.data.limit, { usual: 10, max: 200 })
  const offset = Number(asked.data.after ?? 0)
  if (limit === null || !Number.isInteger(offset) || offset < 0) return { problem: 'limit must be between 1 and 200' }
  if (offset + limit > resultsMax) return { problem: `Only the first ${resultsMax} results of a search can be read.` }
  return { ...asked.data, limit, offset }
}

export const registerSearch = (app: FastifyInstance, store: Store, faults: VendorParts['faults']): void => {
  for (const path of versions('objects', '/:type/search'))
    app.post(path, async (request, reply) => {
      const object = objectNames[(request.params as { type: string }).type]
      if (!object) return notFound(reply, 'Unknown object type')
      const asked = readQuestion(request.body ?? {}, faults.searchReach)
      if ('problem' in asked) return invalid(reply, asked.problem)
      const { records, total } = find(store, portalOf(request), object, asked)
      const next = asked.offset + records.length
      return json(
        reply,
        JSON.stringify({
          total,
          results: records.map((record) => answerOf(record, { object, properties: asked.properties })),
          ...(next < total ? { paging: { next: { after: String(next) } } } : {}),
        }),
      )
    })
}
