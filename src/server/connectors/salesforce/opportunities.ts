import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { Page } from '../kit/records.ts'
import { parseRows, rowsLike, dropOddAmounts, sortRecords } from '../kit/wire.ts'
import { describe, everything, query, stagesOf } from './client.ts'
import { fieldsOf } from './fields.ts'
import { defaultPipeline, isActive, opportunityOf, pipelineOf, stepsOf } from './map.ts'
import type { Content, Part } from './reader.ts'
import {
  historyAnswer,
  opportunityRow,
  recordTypeRow,
  roleRow,
  rowKey,
  stageRow,
  unfinishedRow,
  type HistoryRow,
} from './wire.ts'

/** The number of opportunity ids that fit into one query. */
const idsMax = 300

export const opportunitiesIn = (records: readonly unknown[], session: Pick<Session, 'settings' | 'account'>): Content => {
  const sorted = sortRecords(opportunityRow, records, { object: 'opportunity', id: 'Id' })
  const { good, rejected } = dropOddAmounts(sorted, { id: ({ Id }) => Id, amounts: ({ Amount }) => [Amount] })
  return { opportunities: good.map(({ record, raw }) => opportunityOf(record, raw, session)), rejected }
}

/** An opportunity with very many contacts comes with the first ones only; all of them are then requested. */
const withAllRoles = async (session: Session, records: readonly unknown[]): Promise<readonly unknown[]> => {
  const unfinished = rowsLike(unfinishedRow, records).map(({ Id }) => Id)
  if (unfinished.length === 0) return records
  const byId = new Map<string, unknown[]>(unfinished.map((id) => [id, []]))
  for (let from = 0; from < unfinished.length; from += idsMax) {
    const ids = unfinished.slice(from, from + idsMax).map((id) => `'${id}'`)
    const soql = `SELECT OpportunityId, ContactId, IsPrimary FROM OpportunityContactRole WHERE OpportunityId IN (${ids.join(', ')}) ORDER BY Id`
    const roles = parseRows(
      roleRow,
      await everything(session, soql, 'OpportunityContactRole'),
      'OpportunityContactRole',
      session.http.vendor,
    )
    for (const role of roles) byId.get(role.OpportunityId)?.push(role)
  }
  return records.map((record) => {
    const { Id } = rowKey.safeParse(record).data ?? {}
    const roles = byId.get(Id ?? '')
    return roles
      ? { ...(record as object), OpportunityContactRoles: { totalSize: roles.length, done: true, records: roles } }
      : record
  })
}

const takeOpportunities = async (session: Session, records: readonly unknown[]): Promise<Content> =>
  opportunitiesIn(await withAllRoles(session, records), session)

/** The opportunities that these rows belong to. */
const ownersOf = ({ http }: Session, records: readonly unknown[]): string => {
  const ids = parseRows(rowKey, records, 'Opportunity', http.vendor).map(({ OpportunityId }) => OpportunityId)
  return [...new Set(ids)].flatMap((id) => (id ? [`'${id}'`] : [])).join(', ')
}

export const opportunities: Part = {
  object: 'Opportunity',
  order: 'change',
  mark: 'Opportunity',
  select: (session) => fieldsOf(session, 'Opportunity'),
  take: async (session, records) => ({ content: await takeOpportunities(session, records) }),
}
/** A new or removed contact does not count as a change of the opportunity. */
export const roles: Part = {
  object: 'OpportunityContactRole',
  order: 'change',
  mark: 'OpportunityContactRole',
  withDeleted: true,
  isOnlyForChanges: true,
  batch: idsMax,
  select: async () => ['Id', 'OpportunityId', 'SystemModstamp'],
  async take(session, records) {
    const ids = ownersOf(session, records)
    const fields = ids === '' ? null : await fieldsOf(session, 'Opportunity')
    if (!fields) return { content: {} }
    const soql = `SELECT ${fields.join(', ')} FROM Opportunity WHERE Id IN (${ids})`
    return { content: await takeOpportunities(session, await everything(session, soql, 'Opportunity')) }
  },
}

const historyFields = async (session: Session): Promise<string[] | null> => {
  const opportunity = await describe(session, 'Opportunity')
  const fields = ['Id', 'OpportunityId', 'StageName', 'CreatedDate', 'SystemModstamp']
  return opportunity && [...fields, ...(opportunity.has('RecordTypeId') ? ['Opportunity.RecordTypeId'] : [])]
}
/** A row without a stage is not a step. */
const historyIn = ({ vendor }: Session['http'], records: readonly unknown[]): HistoryRow[] =>
  parseRows(historyAnswer, records, 'OpportunityHistory', vendor).flatMap(({ StageName, ...row }) =>
    StageName === null ? [] : [{ ...row, StageName }],
  )
export const wholeHistory: Part = {
  object: 'OpportunityHistory',
  order: 'opportunity',
  mark: 'OpportunityHistory',
  select: historyFields,
  async take({ http }, records, before) {
    const { steps, last } = stepsOf(historyIn(http, records), before)
    return { content: { history: steps }, carry: last }
  },
}
/** Whether a new row is a step depends on the one before it: so the complete history of its opportunity is read. */
export const newHistory: Part = {
  object: 'OpportunityHistory',
  order: 'change',
  mark: 'OpportunityHistory',
  batch: idsMax,
  select: async () => ['Id', 'OpportunityId', 'SystemModstamp'],
  async take(session, records) {
    const ids = ownersOf(session, records)
    const fields = ids === '' ? null : await historyFields(session)
    if (!fields) return { content: {} }
    const soql = `SELECT ${fields.join(', ')} FROM OpportunityHistory WHERE OpportunityId IN (${ids}) ORDER BY OpportunityId, CreatedDate, Id`
    const rows = historyIn(session.http, await everything(session, soql, 'OpportunityHistory'))
    return { content: { history: stepsOf(rows, null).steps } }
  },
}

/** How many record types are asked for their allowed stages; further and retired ones are shown with all stages. */
const recordTypesMax = 200

/** Whether there are opportunities without a record type, or whose record type is hidden from us. */
const hasTypeless = async (session: Session): Promise<boolean> => {
  const soql = 'SELECT Id FROM Opportunity WHERE RecordTypeId = null LIMIT 1'
  try {
    return (await query(session, soql, { about: 'Opportunity' })).records.length > 0
  } catch (error) {
    if (error instanceof ConnectorFailure && error.kind === 'refused') return true
    throw error
  }
}

/**
 * Salesforce has no pipelines: each record type of opportunities is one. The complete history is read, so retired ones
 * count too.
 */
export const readPipelines = async (session: Session): Promise<Page> => {
  const stages = parseRows(
    stageRow,
    await everything(
      session,
      'SELECT Id, ApiName, MasterLabel, SortOrder, IsActive, IsClosed, IsWon FROM OpportunityStage ORDER BY SortOrder',
      'stages',
    ),
    'stages',
    session.http.vendor,
  )
  const types = parseRows(
    recordTypeRow,
    await everything(
      session,
      "SELECT Id, Name, IsActive FROM RecordType WHERE SobjectType = 'Opportunity' ORDER BY Name",
      'record types',
    ),
    'record types',
    session.http.vendor,
  )
  const active = types.filter(isActive)
  const ways = []
  for (const [index, { Id, Name }] of active.entries())
    ways.push({ id: Id, name: Name, stages: index < recordTypesMax ? await stagesOf(session, Id) : null })
  if (types.length === 0 || (await hasTypeless(session))) ways.push({ id: defaultPipeline, name: 'Opportunities', stages: null })
  for (const { Id, Name } of types.filter((type) => !isActive(type))) ways.push({ id: Id, name: Name, stages: null })
  return { pipelines: ways.map((way, order) => pipelineOf(way, order, stages)), next: null }
}
