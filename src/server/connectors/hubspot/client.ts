// The calls to HubSpot that we make.
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { RecordObject } from '../kit/records.ts'
import { parseRows } from '../kit/wire.ts'
import { searchTurn } from './read/search-rate-limit.ts'
import { association, batch, lists as listsAnswer, members, owners, page, pipelines, propertyNames, searchPage } from './wire.ts'

export type Kind = 'contacts' | 'deals'
export const kindOf = (object: RecordObject): Kind => (object === 'contact' ? 'contacts' : 'deals')
export const modifiedName = (kind: Kind): string => (kind === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate')

interface Raws {
  results: readonly unknown[]
  after: string | null
}

const afterOf = (paging: { next?: { after: string } | null | undefined } | null | undefined): string | null =>
  paging?.next?.after ?? null

interface PageAsk {
  after: string | null
  limit: number
  properties: readonly string[]
  history?: readonly string[]
  associations?: string
  archived?: boolean
}

export const listPage = async ({ http }: Session, kind: Kind, ask: PageAsk): Promise<Raws> => {
  const { after, limit, properties, history, associations, archived } = ask
  const { results, paging } = await http.get(page, {
    path: `/crm/v3/objects/${kind}`,
    query: {
      limit,
      after: after ?? undefined,
      properties: properties.join(','),
      propertiesWithHistory: history?.join(','),
      associations,
      archived,
    },
    about: kind,
  })
  return { results, after: afterOf(paging) }
}

export interface Filter {
  propertyName: string
  operator: 'EQ' | 'GT' | 'GTE'
  value: string
}

interface SearchAsk {
  filters: readonly Filter[]
  sortBy: string
  properties: readonly string[]
  limit: number
}

export const searchBody = ({ filters, sortBy, properties, limit }: SearchAsk) => ({
  filterGroups: filters.length === 0 ? [] : [{ filters }],
  sorts: [{ propertyName: sortBy, direction: 'ASCENDING' }],
  properties,
  limit,
})

export const search = async (session: Session, kind: Kind, ask: SearchAsk): Promise<Raws & { total: number }> => {
  await searchTurn(session)
  const { results, total, paging } = await session.http.get(searchPage, {
    method: 'POST',
    path: `/crm/v3/objects/${kind}/search`,
    json: searchBody(ask),
    about: kind,
  })
  return { results, total, after: afterOf(paging) }
}

const inSlices = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_one, index) => list.slice(index * size, (index + 1) * size))

/** HubSpot takes 100 ids at once, but only 50 with history. Deleted records are left out. */
export const readBatch = async (
  { http }: Session,
  kind: Kind,
  { ids, properties, history = [] }: { ids: readonly string[]; properties: readonly string[]; history?: readonly string[] },
): Promise<unknown[]> => {
  const answers = await Promise.all(
    inSlices(ids, history.length > 0 ? 50 : 100).map((slice) =>
      http.get(batch, {
        method: 'POST',
        path: `/crm/v3/objects/${kind}/batch/read`,
        json: { inputs: slice.map((id) => ({ id })), properties, propertiesWithHistory: history },
        about: kind,
      }),
    ),
  )
  return answers.flatMap(({ results }) => results)
}

const associationPagesMax = 100

/** All contacts of each deal. A deal without any is not among the results. */
export const contactsOfDeals = async ({ http }: Session, ids: readonly string[]): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  let inputs: { id: string; after?: string }[] = ids.map((id) => ({ id }))
  for (let turn = 0; inputs.length > 0; turn += 1) {
    if (turn === associationPagesMax)
      throw new ConnectorFailure('bad_answer', 'HubSpot keeps sending more contacts of a deal without end.')
    const { results } = await http.get(batch, {
      method: 'POST',
      path: '/crm/v4/associations/deals/contacts/batch/read',
      json: { inputs },
      about: 'contacts of deals',
    })
    const rows = parseRows(association, results, 'contacts of deals', http.vendor)
    for (const { from, to } of rows)
      found.set(from.id, [...(found.get(from.id) ?? []), ...to.map(({ toObjectId }) => toObjectId)])
    inputs = rows.flatMap(({ from, paging }) => {
      const after = afterOf(paging)
      return after === null ? [] : [{ id: from.id, after }]
    })
  }
  return found
}

const ownNamesMax = 100

/** Custom properties of the account, as far as a request has room for them. */
export const ownProperties = async ({ http }: Session): Promise<string[]> => {
  const { results } = await http.get(propertyNames, { path: '/crm/v3/properties/contacts', about: 'properties of contacts' })
  return results
    .filter(({ hubspotDefined, archived }) => hubspotDefined === false && archived !== true)
    .map(({ name }) => name)
    .slice(0, ownNamesMax)
}

export const dealPipelines = async ({ http }: Session) =>
  (await http.get(pipelines, { path: '/crm/v3/pipelines/deals', about: 'pipelines' })).results

export const ownerPage = async ({ http }: Session, { after, archived }: { after: string | null; archived: boolean }) => {
  const answer = await http.get(owners, {
    path: '/crm/v3/owners',
    query: { limit: 100, after: after ?? undefined, archived },
    about: 'owners',
  })
  return { results: answer.results, after: afterOf(answer.paging) }
}

/** HubSpot's object type of contacts. */
const contactType = '0-1'

export const listsPage = async ({ http }: Session, offset: number, count: number) => {
  const { lists, ...answer } = await http.get(listsAnswer, {
    method: 'POST',
    path: '/crm/v3/lists/search',
    json: { objectTypeId: contactType, offset, count, additionalProperties: ['hs_list_size'] },
    about: 'lists',
  })
  // It is unknown whether the older search respects the filter: lists of companies and deals contain ids that contacts
  // may have too.
  const ofContacts = lists.filter(({ objectTypeId }) => objectTypeId === contactType)
  if (answer.hasMore && answer.offset <= offset)
    throw new ConnectorFailure('bad_answer', 'HubSpot says there are more lists, but not where.')
  return { lists: ofContacts, next: answer.hasMore ? answer.offset : null }
}

export const memberPage = async ({ http }: Session, list: string, after: string | null) => {
  const { results, paging } = await http.get(members, {
    path: `/crm/v3/lists/${encodeURIComponent(list)}/memberships`,
    query: { limit: 250, after: after ?? undefined },
    about: 'members of a list',
  })
  return { contactIds: results.map(({ recordId }) => recordId), after: afterOf(paging) }
}
