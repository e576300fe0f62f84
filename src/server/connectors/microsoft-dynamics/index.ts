import { z } from 'zod'
import type { ConnectorWith } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import type { Json, RecordObject } from '../kit/records.ts'
import { parseAnswer } from '../kit/wire.ts'
import { auth, environmentOf } from './auth.ts'
import { addressOf, everything, linkAfter, page, refusalOf, rowsOf } from './client.ts'
import { manifest } from './manifest.ts'
import { opportunityOf } from './map.ts'
import { sortOpportunities } from './read/opportunities.ts'
import { contactsIn, leadsIn } from './read/contacts.ts'
import { streams } from './read/streams.ts'
import { countAnswer, flowRow, guid, organizationRow, whoAmI } from './wire.ts'

interface Living {
  set: string
  key: string
  filter: string | undefined
}
/** Merged contacts and qualified leads are replaced by another record. */
const unmerged = '(merged eq false or _masterid_value eq null)'
const living: Readonly<Record<RecordObject, readonly Living[]>> = {
  contact: [
    { set: 'contacts', key: 'contactid', filter: unmerged },
    { set: 'leads', key: 'leadid', filter: `${unmerged} and (statecode ne 1 or _parentcontactid_value eq null)` },
  ],
  opportunity: [{ set: 'opportunities', key: 'opportunityid', filter: undefined }],
}

/** Dynamics counts up to 50,000. */
const count = async (session: Session, object: RecordObject): Promise<number | null> => {
  let sum = 0
  for (const { set, filter } of living[object]) {
    const apply = `${filter === undefined ? '' : `filter(${filter})/`}aggregate($count as total)`
    const answer = await session.http
      .get(countAnswer, { path: addressOf(set, { apply }), about: set })
      .catch((error: unknown) => {
        if (error instanceof ConnectorFailure && error.kind === 'refused') return null
        throw error
      })
    if (!answer) return null
    sum += answer.value[0]?.total ?? 0
  }
  return sum
}

const keyCursor = z.object({ at: z.int().min(0), link: z.string().nullable() })

const listIds = async (session: Session, object: RecordObject, cursor: Json | null) => {
  const { at, link } = cursor === null ? { at: 0, link: null } : keyCursor.parse(cursor)
  const one = living[object][at]
  if (!one) return { ids: [], next: null }
  const path = link ?? addressOf(one.set, { select: [one.key], filter: one.filter })
  const answer = await page(session, path, { about: one.set, size: 5000 })
  const row = z.looseObject({ [one.key]: guid })
  const ids = answer.value.map((value) => String(parseAnswer(row, value, one.set)[one.key]))
  const more = linkAfter(answer, link)
  const next = more === null ? { at: at + 1, link: null } : { at, link: more }
  return { ids, next: next.at < living[object].length ? next : null }
}

const origins = {
  contact: {
    firstName: 'firstname',
    lastName: 'lastname',
    email: 'emailaddress1',
    phone: ['telephone1', 'mobilephone'],
    company: ['_parentcustomerid_value@OData.Community.Display.V1.FormattedValue', 'companyname'],
    city: 'address1_city',
    region: 'address1_stateorprovince',
    postalCode: 'address1_postalcode',
    country: 'address1_country',
    source: 'leadsourcecode',
    ownerId: '_ownerid_value',
    createdAt: 'createdon',
    updatedAt: 'modifiedon',
    'fields.*': '*',
  },
  opportunity: {
    name: 'name',
    amount: 'estimatedvalue',
    currency: '_transactioncurrencyid_value',
    pipelineId: 'process._processid_value',
    stageId: 'process._activestageid_value',
    stageSince: 'process.activestagestartedon',
    outcome: 'statecode',
    ownerId: '_ownerid_value',
    contactIds: '_parentcontactid_value',
    createdAt: 'createdon',
    updatedAt: 'modifiedon',
    closedAt: 'actualclosedate',
  },
}

export const microsoftDynamics: ConnectorWith<'read'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: ({ sandboxOrigin }, { url, facts }) => environmentOf(url ?? facts['url'] ?? '', sandboxOrigin),
    refusalOf,
  },
  async identify(session, { facts }) {
    const { account, app } = session
    const url = environmentOf(facts['url'] ?? account.url ?? account.facts['url'] ?? '', app.sandboxOrigin)
    const { OrganizationId } = await session.http.get(whoAmI, { path: addressOf('WhoAmI'), about: 'the environment' })
    const rows = await everything(session, addressOf('organizations', { select: ['name'] }), 'the environment')
    const name = rowsOf(organizationRow, rows, 'the environment')[0]?.name ?? new URL(url).hostname
    return { hubId: OrganizationId, name, url, managerAccount: null, managerAccountId: null, facts: {} }
  },
  read: {
    streams,
    count,
    listIds,
    remap(object, raw, session) {
      if (object === 'contact') {
        const isLead = typeof raw === 'object' && raw !== null && 'leadid' in raw
        return { ...(isLead ? leadsIn([raw], session) : contactsIn([raw], session)), next: null }
      }
      const { good, rejected } = sortOpportunities([raw])
      const opportunities = good.map(({ record }) => {
        const flow = flowRow.safeParse(record['process']).data
        return opportunityOf(record, raw, { currencies: {}, flow, settings: session.settings })
      })
      return { opportunities, rejected, next: null }
    },
    fieldPaths: (object, { source_field: source }) => ({
      ...origins[object],
      ...(source === undefined ? {} : { source: [source, 'leadsourcecode'] }),
    }),
  },
}
