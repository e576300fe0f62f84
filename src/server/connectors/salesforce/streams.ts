import type { Stream } from '../kit/connector.ts'
import type { RecordObject } from '../kit/records.ts'
import { instantOf, listFilter, textOrNull } from '../kit/text.ts'
import { parseRows } from '../kit/wire.ts'
import { describe } from './client.ts'
import { newHistory, opportunities, readPipelines, roles, wholeHistory } from './opportunities.ts'
import { contacts, leads } from './contacts.ts'
import { readParts, type Part } from './reader.ts'
import { campaignRow, deletedRow, memberRow, userRow } from './wire.ts'

const users: Part = {
  object: 'User',
  order: 'id',
  select: async () => ['Id', 'Name', 'Email'],
  take: async ({ http }, records) => ({
    content: {
      owners: parseRows(userRow, records, 'users', http.vendor).map(({ Id, Name, Email }) => ({
        externalId: Id,
        name: textOrNull(Name),
        email: textOrNull(Email),
      })),
    },
  }),
}
const campaigns: Part = {
  object: 'Campaign',
  order: 'id',
  select: async (session) =>
    (await describe(session, 'Campaign')) && ['Id', 'Name', 'NumberOfContacts', 'NumberOfLeads', 'SystemModstamp'],
  take: async ({ http }, records) => ({
    content: {
      lists: parseRows(campaignRow, records, 'campaigns', http.vendor).map((row) => ({
        externalId: row.Id,
        kind: 'campaign',
        name: textOrNull(row.Name) ?? row.Id,
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
  async take({ settings, http }, records) {
    const isChosen = listFilter(settings)
    const rows = parseRows(memberRow, records, 'members of campaigns', http.vendor).filter(({ CampaignId, Campaign }) =>
      isChosen(CampaignId, Campaign?.Name),
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
  async take({ http }, records) {
    const rows = parseRows(deletedRow, records, 'what was deleted', http.vendor).map((row) => ({
      ...row,
      at: instantOf(row.SystemModstamp),
    }))
    const merges = rows.flatMap(({ Id, MasterRecordId, at }) => (MasterRecordId ? [{ from: Id, into: MasterRecordId, at }] : []))
    const gone = rows.filter(({ MasterRecordId }) => !MasterRecordId)
    const kind: RecordObject = object === 'Opportunity' ? 'opportunity' : 'contact'
    return { content: { merges, deletions: gone.map(({ Id, at }) => ({ object: kind, externalId: Id, at })) } }
  },
})

const whole = (part: Part) => readParts({ full: [part], changes: [part] })
const both = (...parts: Part[]) => readParts({ full: parts, changes: parts })

export const streams: readonly Stream[] = [
  { name: 'pipelines', isFullSnapshot: true, read: readPipelines },
  { name: 'owners', isFullSnapshot: true, read: whole(users) },
  { name: 'lists', isFullSnapshot: true, read: whole(campaigns) },
  { name: 'contacts', read: both(contacts, leads) },
  { name: 'opportunities', parallel: 'later', read: both(opportunities, roles) },
  { name: 'stage_history', read: readParts({ full: [wholeHistory], changes: [newHistory] }) },
  { name: 'memberships', isFullSnapshot: true, parallel: 'always', read: whole(members) },
  { name: 'deletions', read: both(deleted('Contact'), deleted('Lead'), deleted('Opportunity')) },
]
