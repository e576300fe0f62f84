import type { Session, Stream } from '../kit/connector.ts'
import type { Page, RecordObject } from '../kit/records.ts'
import { instantOf, said } from '../kit/text.ts'
import { sortRecords } from '../kit/wire.ts'
import type { z } from 'zod'
import { describe, everything, stagesOf } from './client.ts'
import { contactOf, defaultPipeline, leadOf, opportunityOf, pipelineOf, stepsOf } from './map.ts'
import { readParts, type Content, type Part } from './reader.ts'
import {
  campaignRow,
  contactRow,
  deletedRow,
  historyRow,
  leadRow,
  memberRow,
  opportunityRow,
  recordTypeRow,
  rowKey,
  stageRow,
  userRow,
} from './wire.ts'

/** Ids of opportunities that fit into one question. */
const idsMax = 300

const words = (text: string): string[] => text.split(' ')
const person = 'Id FirstName LastName Email Phone MobilePhone LeadSource OwnerId HasOptedOutOfEmail CreatedDate SystemModstamp'
const standard = {
  Contact: words(`${person} AccountId MailingCity MailingState MailingPostalCode MailingCountry`),
  Lead: words(`${person} Company City State PostalCode Country Status Rating IsConverted ConvertedContactId`),
  Opportunity: words(
    'Id Name StageName Amount CurrencyIsoCode CloseDate IsClosed IsWon LeadSource Type Probability CampaignId ContactId OwnerId RecordTypeId CreatedDate SystemModstamp LastStageChangeDate',
  ),
}
/** What comes along from related objects, and the field that must be visible for it. */
const related: Readonly<Record<keyof typeof standard, readonly [string, string][]>> = {
  Contact: [['AccountId', 'Account.Name']],
  Lead: [],
  Opportunity: [['Id', '(SELECT ContactId, IsPrimary FROM OpportunityContactRoles ORDER BY Id)']],
}

const fieldsOf = async (session: Session, object: keyof typeof standard): Promise<string[] | null> => {
  const described = await describe(session, object)
  if (!described) return null
  const chosen = session.settings.source_field
  const wanted = new Set([...standard[object], ...described.custom, ...(chosen === undefined ? [] : [chosen])])
  const more = related[object].filter(([needed]) => described.has(needed)).map(([, field]) => field)
  return [...[...wanted].filter((field) => described.has(field)), ...more]
}

/** Rows that only tell about others: an odd one tells nothing. */
const rowsOf = <T>(schema: z.ZodType<T>, records: readonly unknown[]): T[] =>
  records.flatMap((record) => {
    const { data } = schema.safeParse(record)
    return data === undefined ? [] : [data]
  })

const sorted = <T>(schema: z.ZodType<T>, records: readonly unknown[], object: RecordObject) =>
  sortRecords(schema, records, { object, id: 'Id' })

export const contactsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sorted(contactRow, records, 'contact')
  return { contacts: good.map(({ record, raw }) => contactOf(record, raw, settings)), rejected }
}

/** A converted lead lives on as a contact. */
export const leadsIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sorted(leadRow, records, 'contact')
  const contacts = good.filter(({ record }) => record.IsConverted !== true)
  const merges = good.flatMap(({ record: { Id, IsConverted, ConvertedContactId, SystemModstamp } }) =>
    IsConverted === true && ConvertedContactId ? [{ from: Id, into: ConvertedContactId, at: instantOf(SystemModstamp) }] : [],
  )
  return { contacts: contacts.map(({ record, raw }) => leadOf(record, raw, settings)), merges, rejected }
}

export const opportunitiesIn = (records: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sorted(opportunityRow, records, 'opportunity')
  return { opportunities: good.map(({ record, raw }) => opportunityOf(record, raw, settings)), rejected }
}

/** The opportunities that these rows belong to. */
const ownersOf = (records: readonly unknown[]): string => {
  const ids = rowsOf(rowKey, records).map(({ OpportunityId }) => OpportunityId)
  return [...new Set(ids)].flatMap((id) => (id ? [`'${id}'`] : [])).join(', ')
}

const contacts: Part = {
  object: 'Contact',
  order: 'change',
  mark: 'Contact',
  select: (session) => fieldsOf(session, 'Contact'),
  take: async (session, records) => ({ content: contactsIn(records, session) }),
}
const leads: Part = {
  object: 'Lead',
  order: 'change',
  mark: 'Lead',
  select: (session) => fieldsOf(session, 'Lead'),
  take: async (session, records) => ({ content: leadsIn(records, session) }),
}
const opportunities: Part = {
  object: 'Opportunity',
  order: 'change',
  mark: 'Opportunity',
  select: (session) => fieldsOf(session, 'Opportunity'),
  take: async (session, records) => ({ content: opportunitiesIn(records, session) }),
}
/** A new or removed contact does not count as a change of the opportunity. */
const roles: Part = {
  object: 'OpportunityContactRole',
  order: 'change',
  mark: 'OpportunityContactRole',
  withDeleted: true,
  isOnlyForChanges: true,
  batch: idsMax,
  select: async () => ['Id', 'OpportunityId', 'SystemModstamp'],
  async take(session, records) {
    const ids = ownersOf(records)
    const fields = ids === '' ? null : await fieldsOf(session, 'Opportunity')
    if (!fields) return { content: {} }
    const soql = `SELECT ${fields.join(', ')} FROM Opportunity WHERE Id IN (${ids})`
    return { content: opportunitiesIn(await everything(session, soql, 'Opportunity'), session) }
  },
}

const historyFields = async (session: Session): Promise<string[] | null> => {
  const opportunity = await describe(session, 'Opportunity')
  const fields = ['Id', 'OpportunityId', 'StageName', 'CreatedDate', 'SystemModstamp']
  return opportunity && [...fields, ...(opportunity.has('RecordTypeId') ? ['Opportunity.RecordTypeId'] : [])]
}
const wholeHistory: Part = {
  object: 'OpportunityHistory',
  order: 'opportunity',
  mark: 'OpportunityHistory',
  select: historyFields,
  async take(_session, records, before) {
    const { steps, last } = stepsOf(rowsOf(historyRow, records), before)
    return { content: { history: steps }, carry: last }
  },
}
/** Whether a new row is a step shows only beside the one before it: so the whole way of its opportunity is read. */
const newHistory: Part = {
  object: 'OpportunityHistory',
  order: 'change',
  mark: 'OpportunityHistory',
  batch: idsMax,
  select: async () => ['Id', 'OpportunityId', 'SystemModstamp'],
  async take(session, records) {
    const ids = ownersOf(records)
    const fields = ids === '' ? null : await historyFields(session)
    if (!fields) return { content: {} }
    const soql = `SELECT ${fields.join(', ')} FROM OpportunityHistory WHERE OpportunityId IN (${ids}) ORDER BY OpportunityId, CreatedDate, Id`
    const rows = rowsOf(historyRow, await everything(session, soql, 'OpportunityHistory'))
    return { content: { history: stepsOf(rows, null).steps } }
  },
}

const users: Part = {
  object: 'User',
  order: 'id',
  select: async () => ['Id', 'Name', 'Email'],
  take: async (_session, records) => ({
    content: {
      owners: rowsOf(userRow, records).map(({ Id, Name, Email }) => ({ externalId: Id, name: said(Name), email: said(Email) })),
    },
  }),
}
const campaigns: Part = {
  object: 'Campaign',
  order: 'id',
  select: async (session) =>
    (await describe(session, 'Campaign')) && ['Id', 'Name', 'NumberOfContacts', 'NumberOfLeads', 'SystemModstamp'],
  take: async (_session, records) => ({
    content: {
      lists: rowsOf(campaignRow, records).map((row) => ({
        externalId: row.Id,
        kind: 'campaign',
        name: said(row.Name) ?? row.Id,
        size: (row.NumberOfContacts ?? 0) + (row.NumberOfLeads ?? 0),
        updatedAt: instantOf(row.SystemModstamp),
      })),
    },
  }),
}
const members: Part = {
  object: 'CampaignMember',
  order: 'id',
  select: async (session) =>
    (await describe(session, 'CampaignMember')) && ['Id', 'CampaignId', 'Campaign.Name', 'ContactId', 'LeadId'],
  async take({ settings: { lists = [] } }, records) {
    const rows = rowsOf(memberRow, records).filter(
      ({ CampaignId, Campaign }) => lists.length === 0 || lists.includes(CampaignId) || lists.includes(Campaign?.Name ?? ''),
    )
    const memberships = rows.flatMap(({ CampaignId, ContactId, LeadId }) => {
      const contactId = ContactId ?? LeadId
      return contactId ? [{ listId: CampaignId, contactId }] : []
    })
    return { content: { memberships } }
  },
}

const deleted = (object: 'Contact' | 'Lead' | 'Opportunity'): Part => ({
  object,
  order: 'change',
  mark: object,
  withDeleted: true,
  where: 'IsDeleted = true',
  async select(session) {
    const described = object === 'Lead' ? await describe(session, object) : true
    return described && ['Id', 'SystemModstamp', ...(object === 'Opportunity' ? [] : ['MasterRecordId'])]
  },
  async take(_session, records) {
    const rows = rowsOf(deletedRow, records).map((row) => ({ ...row, at: instantOf(row.SystemModstamp) }))
    const merges = rows.flatMap(({ Id, MasterRecordId, at }) => (MasterRecordId ? [{ from: Id, into: MasterRecordId, at }] : []))
    const gone = rows.filter(({ MasterRecordId }) => !MasterRecordId)
    const kind: RecordObject = object === 'Opportunity' ? 'opportunity' : 'contact'
    return { content: { merges, deletions: gone.map(({ Id, at }) => ({ object: kind, externalId: Id, at })) } }
  },
})

const recordTypesMax = 50

/** Salesforce has no pipelines: each record type of opportunities goes its own way. */
const readPipelines = async (session: Session): Promise<Page> => {
  const stages = rowsOf(
    stageRow,
    await everything(
      session,
      'SELECT Id, ApiName, MasterLabel, SortOrder, IsClosed, IsWon FROM OpportunityStage WHERE IsActive = true ORDER BY SortOrder',
      'stages',
    ),
  )
  const types = rowsOf(
    recordTypeRow,
    await everything(
      session,
      "SELECT Id, Name FROM RecordType WHERE SobjectType = 'Opportunity' AND IsActive = true ORDER BY Name",
      'record types',
    ),
  ).slice(0, recordTypesMax)
  if (types.length === 0)
    return { pipelines: [pipelineOf({ id: defaultPipeline, name: 'Opportunities', stages: null }, 0, stages)], next: null }
  const ways = []
  for (const { Id, Name } of types) ways.push({ id: Id, name: Name, stages: await stagesOf(session, Id) })
  return { pipelines: ways.map((way, order) => pipelineOf(way, order, stages)), next: null }
}

const whole = (part: Part) => readParts({ full: [part], changes: [part] })
const both = (...parts: Part[]) => readParts({ full: parts, changes: parts })

export const streams: readonly Stream[] = [
  { name: 'pipelines', isWhole: true, read: readPipelines },
  { name: 'owners', isWhole: true, read: whole(users) },
  { name: 'lists', isWhole: true, read: whole(campaigns) },
  { name: 'contacts', read: both(contacts, leads) },
  { name: 'opportunities', read: both(opportunities, roles) },
  { name: 'stage_history', read: readParts({ full: [wholeHistory], changes: [newHistory] }) },
  { name: 'memberships', isWhole: true, read: whole(members) },
  { name: 'deletions', read: both(deleted('Contact'), deleted('Lead'), deleted('Opportunity')) },
]
