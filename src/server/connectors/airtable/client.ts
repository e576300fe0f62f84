import type { Session } from '../kit/connector.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/http.ts'
import { bases, records, refusal, schema } from './wire.ts'

/** After too many requests a base stays shut for so long. */
const penalty = 30_000

const iteratorGone = 'Airtable has forgotten where we were in the table.'

export const isIteratorGone = (error: unknown): boolean => error instanceof ConnectorFailure && error.message === iteratorGone

const invalid = (type: string): string => {
  if (type === 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE') return iteratorGone
  return `Airtable did not understand what we asked for${type === '' ? '' : ` (${type})`}.`
}

export const refusalOf = (answer: VendorAnswer): Refusal | null => {
  const { status } = answer
  if (status < 400) return null
  const type = refusal.safeParse(answer.body).data?.error.type ?? ''
  switch (status) {
    case 401:
      return { kind: 'auth_lost', message: 'Airtable no longer accepts the token. Make a new one and connect again.' }
    case 403:
      return {
        kind: 'refused',
        message:
          'The token does not open this base or table. It needs the scopes data.records:read and schema.bases:read, and access to the base.',
      }
    case 404:
      return { kind: 'refused', message: 'The base or the table is no longer there.' }
    case 422:
      return { kind: 'refused', message: invalid(type) }
    case 429:
      return {
        kind: 'rate_limited',
        message: 'Airtable asks us to slow down.',
        retryAfterMs: retryAfterOf(answer.headers) ?? penalty,
      }
    default:
      return null
  }
}

export interface BaseTable {
  id: string
  name: string
  columns: readonly { id: string; name: string }[]
}

const baseOf = ({ account }: Session): string => encodeURIComponent(account.hubId ?? '')

export const readSchema = async (session: Session): Promise<BaseTable[]> => {
  const { tables } = await session.http.get(schema, { path: `/v0/meta/bases/${baseOf(session)}/tables`, about: 'tables' })
  return tables.map(({ id, name, fields }) => ({
    id,
    name,
    columns: fields.map((field) => ({ id: field.id, name: field.name })),
  }))
}

export const tableNamed = (tables: readonly BaseTable[], idOrName: string): BaseTable | undefined =>
  tables.find(({ id }) => id === idOrName) ?? tables.find(({ name }) => name === idOrName)

export const findTable = (tables: readonly BaseTable[], idOrName: string): BaseTable => {
  const table = tableNamed(tables, idOrName)
  if (table) return table
  throw new ConnectorFailure('refused', 'The chosen table is not in the base (any more). Choose another one.')
}

/** The table that a person has chosen, or the one they named when they connected. */
export const chosenTable = ({ settings, account }: Session): string => settings.table_id ?? account.facts['table_id'] ?? ''

const basePagesMax = 20

/** What people call the base; null where the token does not list it. */
export const nameOfBase = async ({ http }: Session, id: string): Promise<string | null> => {
  let offset: string | undefined
  for (let page = 0; page < basePagesMax; page += 1) {
    const answer = await http.get(bases, { path: '/v0/meta/bases', query: { offset }, about: 'bases' })
    const base = answer.bases.find((one) => one.id === id)
    if (base) return base.name
    if (answer.offset === null || answer.offset === undefined) return null
    offset = answer.offset
  }
  return null
}

/** Fields by their ids: their names change. */
export const listRecords = async (
  session: Session,
  { table, offset, size }: { table: string; offset: string | null; size: number },
): Promise<{ records: unknown[]; offset: string | null }> => {
  const answer = await session.http.get(records, {
    path: `/v0/${baseOf(session)}/${encodeURIComponent(table)}`,
    query: { pageSize: size, returnFieldsByFieldId: true, offset: offset ?? undefined },
    about: 'records',
  })
  return { records: answer.records, offset: answer.offset ?? null }
}
