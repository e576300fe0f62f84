import type { z } from 'zod'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/calls/http.ts'
import { parseRows } from '../kit/wire.ts'
import { attributeRow, pageAnswer, trouble, type PageAnswer } from './wire.ts'

const api = '/api/data/v9.2'
const annotations = '"OData.Community.Display.V1.FormattedValue,Microsoft.Dynamics.CRM.lookuplogicalname"'

export interface QueryParts {
  select?: readonly string[] | undefined
  filter?: string | undefined
  orderBy?: string | undefined
  apply?: string | undefined
}

/** The address of a table's rows. Spaces must be encoded as OData requires. */
export const addressOf = (set: string, { select, filter, orderBy, apply }: QueryParts = {}): string => {
  const parts = { $select: select?.join(','), $filter: filter, $orderby: orderBy, $apply: apply }
  const query = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${api}/${set}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const headers = (size: number, isTracked: boolean) => ({
  'odata-maxversion': '4.0',
  'odata-version': '4.0',
  'if-none-match': 'null',
  prefer: `odata.maxpagesize=${size},odata.include-annotations=${annotations}${isTracked ? ',odata.track-changes' : ''}`,
})

/** One page, at an address of ours or at a link from the vendor. */
export const page = (
  session: Session,
  path: string,
  { about, size = 500, isTracked = false }: { about: string; size?: number; isTracked?: boolean },
): Promise<PageAnswer> => session.http.get(pageAnswer, { path, headers: headers(size, isTracked), about })

/** Null if Dynamics does not know the address (anymore): an expired link, an unknown table. */
export const unlessGone = (answer: Promise<PageAnswer>): Promise<PageAnswer | null> =>
  answer.catch((error: unknown) => {
    const isGone = error instanceof ConnectorFailure && error.kind === 'refused' && [400, 404, 410].includes(error.status ?? 0)
    if (isGone) return null
    throw error
  })

/** The link to the next page, if there is one; it must differ from the current one. */
export const linkAfter = ({ '@odata.nextLink': link }: PageAnswer, before: string | null): string | null => {
  if (link !== undefined && link === before)
    throw new ConnectorFailure('bad_answer', "Dynamics says there's more data, but not where.")
  return link ?? null
}

/** The page at a link, or the first one if the link has expired, with the link to the next one. */
export const pageAt = async (
  session: Session,
  { link, first }: { link: string | null; first: string },
  options: { about: string; size?: number },
): Promise<{ rows: readonly unknown[]; next: string | null }> => {
  const known = link === null ? null : await unlessGone(page(session, link, options))
  const answer = known ?? (await page(session, first, options))
  return { rows: answer.value, next: linkAfter(answer, known && link) }
}

const pagesMax = 200

/** All pages of an answer that is known to be small. */
export const everything = async (session: Session, path: string, about: string): Promise<unknown[]> => {
  const rows: unknown[] = []
  let next: string | null = path
  for (let pages = 0; next !== null && pages < pagesMax; pages += 1) {
    const answer: PageAnswer = await page(session, next, { about })
    rows.push(...answer.value)
    next = linkAfter(answer, next)
  }
  if (next !== null) throw new ConnectorFailure('bad_answer', `Dynamics keeps sending more data about ${about} without end.`)
  return rows
}

/** Rows that only describe others, all of them of this form. */
export const rowsOf = <T>(schema: z.ZodType<T>, records: readonly unknown[], about: string): T[] =>
  parseRows(schema, records, about, 'Microsoft Dynamics')

const idsMax = 100

/** Rows by one of their lookups or keys, as many as fit into an address at a time. */
export const rowsBy = async (
  session: Session,
  set: string,
  { select, attribute, ids }: { select: readonly string[]; attribute: string; ids: readonly string[] },
): Promise<unknown[]> => {
  const rows: unknown[] = []
  for (let from = 0; from < ids.length; from += idsMax) {
    const filter = ids
      .slice(from, from + idsMax)
      .map((id) => `${attribute} eq ${id}`)
      .join(' or ')
    rows.push(...(await everything(session, addressOf(set, { select, filter }), set)))
  }
  return rows
}

const simple = new Set('String Memo Picklist Boolean Integer BigInt Decimal Double Money DateTime State Status'.split(' '))
const customMax = 100

/** Custom attributes with short values. */
export const customAttributes = async (session: Session, logicalName: string): Promise<string[]> => {
  const path = addressOf(`EntityDefinitions(LogicalName='${logicalName}')/Attributes`, {
    select: ['LogicalName', 'AttributeType', 'IsCustomAttribute', 'IsValidForRead', 'AttributeOf'],
    filter: 'IsCustomAttribute eq true',
  })
  const { value } = await session.http.get(pageAnswer, { path, about: `the attributes of ${logicalName}` })
  return rowsOf(attributeRow, value, `the attributes of ${logicalName}`)
    .filter(
      (row) =>
        row.IsCustomAttribute === true && row.IsValidForRead !== false && !row.AttributeOf && simple.has(row.AttributeType),
    )
    .map(({ LogicalName }) => LogicalName)
    .slice(0, customMax)
}

const expired: Refusal = { kind: 'token_expired', message: 'Dynamics revoked our access. Reconnect to resume syncing.' }
const forbidden: Refusal = {
  kind: 'refused',
  message:
    "The user who connected Dynamics doesn't have access to this. Reconnect as a user who can read contacts and opportunities.",
}

export const refusalOf = ({ status, headers: answered, body }: VendorAnswer): Refusal | null => {
  if (status >= 200 && status < 300) return null
  if (status === 401) return expired
  if (status === 403) return forbidden
  if (status === 429)
    return { kind: 'rate_limited', message: 'Dynamics asked us to slow down.', retryAfterMs: retryAfterOf(answered) }
  const code = trouble.safeParse(body).data?.error.code
  if (status >= 500 || code === undefined) return null
  return { kind: 'refused', message: `Dynamics rejected our request (${code.slice(0, 60)}).` }
}
