import { z } from 'zod'
import type { ConnectorWith } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { Json, RecordObject } from '../kit/records.ts'
import { zoneOf } from '../kit/rows/values/dates.ts'
import { textOrNull } from '../kit/text.ts'
import { parseAnswer } from '../kit/wire.ts'
import { auth, instanceAt, loginAt } from './auth.ts'
import { describe, largestBatch, query, refusalOf } from './client.ts'
import { manifest } from './manifest.ts'
import { opportunitiesIn } from './opportunities.ts'
import { contactsIn, leadsIn } from './contacts.ts'
import { streams } from './streams.ts'
import { organizationRow, rowKey } from './wire.ts'

/** Converted leads are now contacts. */
const active = { Contact: '', Lead: 'IsConverted = false', Opportunity: '' }
type ActiveObject = keyof typeof active

const objectsOf = async (session: Session, object: RecordObject): Promise<ActiveObject[]> => {
  if (object === 'opportunity') return ['Opportunity']
  return (await describe(session, 'Lead')) ? ['Contact', 'Lead'] : ['Contact']
}

const count = async (session: Session, object: RecordObject): Promise<number> => {
  let sum = 0
  for (const name of await objectsOf(session, object)) {
    const where = active[name] && ` WHERE ${active[name]}`
    sum += (await query(session, `SELECT COUNT() FROM ${name}${where}`, { about: name })).totalSize
  }
  return sum
}

const keyCursor = z.object({ at: z.int().min(0), after: z.string().nullable() })

const listIds = async (session: Session, object: RecordObject, cursor: Json | null) => {
  const objects = await objectsOf(session, object)
  const { at, after } = cursor === null ? { at: 0, after: null } : keyCursor.parse(cursor)
  const name = objects[at]
  if (name === undefined) return { ids: [], next: null }
  const conditions = [active[name], after === null ? '' : `Id > '${after}'`].filter(Boolean).join(' AND ')
  const soql = `SELECT Id FROM ${name}${conditions && ` WHERE ${conditions}`} ORDER BY Id LIMIT ${largestBatch}`
  const { records } = await query(session, soql, { about: name })
  const ids = records.map((record) => parseAnswer(rowKey, record, name).Id)
  const isMore = ids.length >= largestBatch
  const next = isMore ? { at, after: ids.at(-1) ?? null } : at + 1 < objects.length ? { at: at + 1, after: null } : null
  return { ids, next }
}

const origins = {
  contact: {
    firstName: 'FirstName',
    lastName: 'LastName',
    email: 'Email',
    phone: ['Phone', 'MobilePhone'],
    company: ['Account.Name', 'Company'],
    city: ['MailingCity', 'City'],
    region: ['MailingState', 'State'],
    postalCode: ['MailingPostalCode', 'PostalCode'],
    country: ['MailingCountry', 'Country'],
    ownerId: 'OwnerId',
    createdAt: 'CreatedDate',
    updatedAt: 'SystemModstamp',
    'fields.*': '*',
  },
  opportunity: {
    name: 'Name',
    amount: 'Amount',
    currency: 'CurrencyIsoCode',
    pipelineId: 'RecordTypeId',
    stageId: 'StageName',
    outcome: 'IsWon',
    ownerId: 'OwnerId',
    contactIds: 'OpportunityContactRoles.records',
    createdAt: 'CreatedDate',
    updatedAt: 'SystemModstamp',
    closedAt: 'CloseDate',
    stageSince: 'LastStageChangeDate',
  },
}

const organizationOf = async (session: Session) => {
  const fields = (await describe(session, 'Organization'))?.has('TimeZoneSidKey') ? 'Id, Name, TimeZoneSidKey' : 'Id, Name'
  const { records } = await query(session, `SELECT ${fields} FROM Organization LIMIT 1`, { about: 'the organisation' })
  return parseAnswer(organizationRow, records[0], 'the organisation')
}

export const salesforce: ConnectorWith<'read'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: (app, { url }) => (url === null ? app.addresses.api : instanceAt(app, url)),
    refusalOf,
  },
  async identify(session, { facts }) {
    const { Id, Name, TimeZoneSidKey } = await organizationOf(session)
    const url = facts['url'] ?? session.account.url
    if (url === null) throw new ConnectorFailure('bad_answer', "Salesforce didn't tell us the address of this organization.")
    const login = textOrNull(session.account.facts['login'])
    const zone = textOrNull(TimeZoneSidKey)
    return {
      hubId: Id,
      name: Name ?? Id,
      url: instanceAt(session.app, url),
      managerAccount: null,
      managerAccountId: null,
      facts: {
        ...(login === null ? {} : { login: loginAt(session.app, login) }),
        ...(zone === null ? {} : { zone: zoneOf(zone) }),
      },
    }
  },
  read: {
    streams,
    count,
    listIds,
    remap(object, raw, session) {
      const type = (raw as { attributes?: { type?: unknown } } | null)?.attributes?.type
      const read = object === 'opportunity' ? opportunitiesIn : type === 'Lead' ? leadsIn : contactsIn
      return { ...read([raw], session), next: null }
    },
    fieldPaths: (object, { source_field: source = 'LeadSource' }) => ({ ...origins[object], source: [source, 'LeadSource'] }),
  },
}
