import type { Session } from '../kit/access.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/calls/http.ts'
import { bases, records, refusal, schema } from './wire.ts'

/** After too many requests a base is blocked for this long. */
const penalty = 30_000

/** Small plans limit the calls in a month. Retrying every half minute would not help. */
const monthlyPause = 60 * 60_000
const whatHelps = "Check your workspace usage in Airtable. We'll resume automatically next month, or when your plan allows more."
const usedUp = `This workspace used up its monthly Airtable API calls. ${whatHelps}`
const mayBeUsedUp = `Airtable keeps rejecting our requests. This workspace may have used up its monthly API calls. ${whatHelps}`

const iteratorGone = 'Airtable lost our place in the table.'

export const isIteratorGone = (error: unknown): boolean => error instanceof ConnectorFailure && error.message === iteratorGone

const invalid = (type: string): string => {
  if (type === 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE') return iteratorGone
  return `Airtable didn't understand our request${type === '' ? '' : ` (${type})`}.`
}

const throttled = ({ headers, text }: VendorAnswer): Refusal => {
  if (text.includes('PUBLIC_API_BILLING_LIMIT_EXCEEDED'))
    return { kind: 'rate_limited', message: usedUp, retryAfterMs: monthlyPause }
  return { kind: 'rate_limited', message: 'Airtable asked us to slow down.', retryAfterMs: retryAfterOf(headers) ?? penalty }
}

/** We have waited out the block more than once, so our request rate is not the reason. */
const outlasted = (error: unknown): never => {
  if (!(error instanceof ConnectorFailure) || error.status !== 429 || (error.retryAfterMs ?? 0) > penalty) throw error
  const { kind, status, technical } = error
  throw new ConnectorFailure(kind, mayBeUsedUp, { status, technical, retryAfterMs: monthlyPause })
}

export const refusalOf = (answer: VendorAnswer): Refusal | null => {
  const { status } = answer
  if (status < 400) return null
  const type = refusal.safeParse(answer.body).data?.error.type ?? ''
  switch (status) {
    case 401:
      return { kind: 'auth_lost', message: 'Airtable no longer accepts the token. Create a new one and reconnect.' }
    case 403:
      return {
        kind: 'refused',
        message:
          "The token can't access this base or table. It needs the scopes data.records:read and schema.bases:read, and access to the base.",
      }
    case 404:
      return { kind: 'refused', message: 'The base or table no longer exists.' }
    case 422:
      return { kind: 'refused', message: invalid(type) }
    case 429:
      return throttled(answer)
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
  const path = `/v0/meta/bases/${baseOf(session)}/tables`
  const { tables } = await session.http.get(schema, { path, about: 'tables' }).catch(outlasted)
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
  throw new ConnectorFailure('refused', "The table you chose isn't in the base. Choose another one.")
}

/** The chosen table, or the one that was named while connecting. */
export const chosenTable = ({ settings, account }: Session): string => settings.table_id ?? account.facts['table_id'] ?? ''

const basePagesMax = 20

/** The name of the base. Null if the token does not list it. */
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

/** Fields by their ids, because their names change. */
export const listRecords = async (
  session: Session,
  { table, offset, size }: { table: string; offset: string | null; size: number },
): Promise<{ records: unknown[]; offset: string | null }> => {
  const query = {
    path: `/v0/${baseOf(session)}/${encodeURIComponent(table)}`,
    query: { pageSize: size, returnFieldsByFieldId: true, offset: offset ?? undefined },
    about: 'records',
  }
  const answer = await session.http.get(records, query).catch(outlasted)
  return { records: answer.records, offset: answer.offset ?? null }
}
