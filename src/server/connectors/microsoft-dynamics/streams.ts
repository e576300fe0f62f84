import { z } from 'zod'
import type { Position, Session, Stream } from '../kit/connector.ts'
import type { Json, ListRecord, Page } from '../kit/records.ts'
import { instantOf, said } from '../kit/text.ts'
import { sortRecords } from '../kit/wire.ts'
import { addressOf, customAttributes, everything, linkAfter, page, rowsBy, rowsOf, unlessGone } from './client.ts'
import { contactOf, defaultPipeline, flowsByOpportunity, leadOf, opportunityOf, pipelineOf } from './map.ts'
import { readParts, type Content, type Part } from './reader.ts'
import {
  contactRow,
  currencyRow,
  flowRow,
  leadRow,
  listRow,
  opportunityRow,
  stageRow,
  userRow,
  workflowRow,
  type PageAnswer,
} from './wire.ts'

const words = (text: string): string[] => text.split(' ')
const person =
  'firstname lastname emailaddress1 mobilephone telephone1 address1_city address1_stateorprovince address1_postalcode address1_country ' +
  'leadsourcecode donotemail donotbulkemail _ownerid_value statecode statuscode createdon modifiedon'
const standard = {
  contact: words(`contactid ${person} _parentcustomerid_value merged _masterid_value`),
  lead: words(`leadid ${person} companyname _parentcontactid_value`),
  opportunity: words(
    'opportunityid name estimatedvalue actualvalue estimatedclosedate actualclosedate closeprobability stepname statecode statuscode ' +
      '_customerid_value _parentcontactid_value _originatingleadid_value _transactioncurrencyid_value _ownerid_value createdon modifiedon',
  ),
}
const selectOf = async (session: Session, logicalName: keyof typeof standard): Promise<string[]> => [
  ...standard[logicalName],
  ...(await customAttributes(session, logicalName)),
]

/** A contact that was merged into another lives on as that one. */
export const contactsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(contactRow, rows, { object: 'contact', id: 'contactid' })
  const isMerged = (row: z.infer<typeof contactRow>): boolean => row.merged === true && Boolean(row._masterid_value)
  return {
    contacts: good.filter(({ record }) => !isMerged(record)).map(({ record, raw }) => contactOf(record, raw, settings)),
    merges: good.flatMap(({ record }) =>
      isMerged(record) ? [{ from: record.contactid, into: record._masterid_value ?? '', at: instantOf(record.modifiedon) }] : [],
    ),
    rejected,
  }
}

const qualified = 1

/** A qualified lead lives on as the contact that was made from it. */
export const leadsIn = (rows: readonly unknown[], { settings }: Pick<Session, 'settings'>): Content => {
  const { good, rejected } = sortRecords(leadRow, rows, { object: 'contact', id: 'leadid' })
  const isGone = (row: z.infer<typeof leadRow>): boolean => row.statecode === qualified && Boolean(row._parentcontactid_value)
  return {
    contacts: good.filter(({ record }) => !isGone(record)).map(({ record, raw }) => leadOf(record, raw, settings)),
    merges: good.flatMap(({ record }) =>
      isGone(record)
        ? [{ from: record.leadid, into: record._parentcontactid_value ?? '', at: instantOf(record.modifiedon) }]
        : [],
    ),
    rejected,
  }
}

/** The tables of the processes that every environment has, by the names of the processes. */
const flowSets: Readonly<Record<string, string>> = {
  opportunitysalesprocess: 'opportunitysalesprocesses',
  leadtoopportunitysalesprocess: 'leadtoopportunitysalesprocesses',
}
const flowSelect = words(
  'businessprocessflowinstanceid _opportunityid_value _processid_value _activestageid_value activestagestartedon statecode modifiedon',
)

const processesOf = async (session: Session) => {
  const path = addressOf('workflows', {
    select: ['workflowid', 'name', 'uniquename'],
    filter: 'category eq 4 and type eq 1 and statecode eq 1',
  })
  const rows = rowsOf(workflowRow, await everything(session, path, 'processes'))
  return rows.flatMap(({ workflowid, name, uniquename }) => {
    const set = flowSets[uniquename ?? '']
    return set === undefined ? [] : [{ id: workflowid, name: said(name) ?? 'Process', set }]
  })
}

const preparedShape = z.object({ currencies: z.record(z.string(), z.string()), sets: z.array(z.string()) })

const prepare = async (session: Session): Promise<Json> => {
  const path = addressOf('transactioncurrencies', { select: ['transactioncurrencyid', 'isocurrencycode'] })
  const currencies = rowsOf(currencyRow, await everything(session, path, 'currencies'))
  return {
    currencies: Object.fromEntries(currencies.map((row) => [row.transactioncurrencyid, row.isocurrencycode])),
    sets: [...new Set((await processesOf(session)).map(({ set }) => set))],
  }
}

export const opportunitiesIn = async (session: Session, rows: readonly unknown[], prepared: unknown): Promise<Content> => {
  const { currencies, sets } = preparedShape.parse(prepared)
  const { good, rejected } = sortRecords(opportunityRow, rows, { object: 'opportunity', id: 'opportunityid' })
  const ids = good.map(({ record }) => record.opportunityid)
  const flows: unknown[] = []
  for (const set of sets)
    flows.push(...(await rowsBy(session, set, { select: flowSelect, attribute: '_opportunityid_value', ids })))
  const byId = flowsByOpportunity(rowsOf(flowRow, flows))
  const { settings } = session
  return {
    opportunities: good.map(({ record, raw }) => {
      const flow = byId.get(record.opportunityid)
      // What is kept can be read again without asking Dynamics.
      const isocurrencycode = currencies[record._transactioncurrencyid_value ?? ''] ?? null
      const whole = { ...(raw as object), isocurrencycode, ...(flow ? { process: flow } : {}) }
      return opportunityOf(record, whole, { currencies, flow, settings })
    }),
    rejected,
  }
}

const contacts: Part = {
  set: 'contacts',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'contact'),
  take: async (session, rows) => contactsIn(rows, session),
}
const leads: Part = {
  set: 'leads',
  object: 'contact',
  isTracked: true,
  select: (session) => selectOf(session, 'lead'),
  take: async (session, rows) => leadsIn(rows, session),
}
const opportunities: Part = {
  set: 'opportunities',
  object: 'opportunity',
  isTracked: true,
  select: (session) => selectOf(session, 'opportunity'),
  prepare,
  take: opportunitiesIn,
}
/** A step in the process does not count as a change of the opportunity. */
const steps = (set: string): Part => ({
  set,
  isTracked: false,
  isOnlyForChanges: true,
  select: async (session) => ((await processesOf(session)).some((process) => process.set === set) ? flowSelect : null),
  prepare,
  async take(session, rows, prepared) {
    const ids = [...new Set(rowsOf(flowRow, rows).map((row) => row._opportunityid_value))].filter((id) => typeof id === 'string')
    if (ids.length === 0) return {}
    const select = await selectOf(session, 'opportunity')
    return opportunitiesIn(session, await rowsBy(session, 'opportunities', { select, attribute: 'opportunityid', ids }), prepared)
  },
})

const usualSteps = ['1-Qualify', '2-Develop', '3-Propose', '4-Close']

const readPipelines = async (session: Session): Promise<Page> => {
  const processes = await processesOf(session)
  if (processes.length === 0) {
    const stages = usualSteps.map((name, order) => ({ externalId: name, name, order, outcome: 'open' as const }))
    return { pipelines: [{ externalId: defaultPipeline, name: 'Opportunities', order: 0, stages }], next: null }
  }
  const rows = await rowsBy(session, 'processstages', {
    select: ['processstageid', 'stagename', 'stagecategory', '_processid_value'],
    attribute: '_processid_value',
    ids: processes.map(({ id }) => id),
  })
  const stages = rowsOf(stageRow, rows)
  return { pipelines: processes.map((process, order) => pipelineOf(process, order, stages)), next: null }
}

/** A table that is read whole every time. A link that has run out leads back to the beginning. */
const whole =
  (set: string, select: string, take: (rows: readonly unknown[]) => Content) =>
  async (session: Session, { cursor }: Position): Promise<Page> => {
    const link = typeof cursor === 'string' ? cursor : null
    const known = link === null ? null : await unlessGone(page(session, link, { about: set }))
    const answer: PageAnswer = known ?? (await page(session, addressOf(set, { select: words(select) }), { about: set }))
    return { ...take(answer.value), next: linkAfter(answer, link) }
  }

const ownersIn = (rows: readonly unknown[]): Content => ({
  owners: rowsOf(userRow, rows).map((row) => ({
    externalId: row.systemuserid,
    name: said(row.fullname),
    email: said(row.internalemailaddress),
  })),
})
const listsIn = (rows: readonly unknown[]): Content => ({
  lists: rowsOf(listRow, rows).map((row): ListRecord => ({
    externalId: row.listid,
    kind: row.type === true ? 'segment' : 'list',
    name: said(row.listname) ?? row.listid,
    size: row.membercount ?? null,
    updatedAt: instantOf(row.modifiedon),
  })),
})

/** How members hang on a list, by what it was made for. Lists of companies have no people. */
const members: Readonly<Record<number, { relation: string; key: string }>> = {
  2: { relation: 'listcontact_association', key: 'contactid' },
  4: { relation: 'listlead_association', key: 'leadid' },
}
const listsMax = 1000
const memberCursor = z.object({ lists: z.array(z.tuple([z.string(), z.int()])), at: z.int().min(0), link: z.string().nullable() })

/** Static lists keep their members; those of the others are found by a question that only Dynamics can ask. */
const memberListsOf = async (session: Session): Promise<[string, number][]> => {
  const { lists: wanted = [] } = session.settings
  const path = addressOf('lists', { select: ['listid', 'listname', 'type', 'createdfromcode'] })
  return rowsOf(listRow, await everything(session, path, 'lists'))
    .filter((row) => row.type !== true && members[row.createdfromcode ?? 0] !== undefined)
    .filter((row) => wanted.length === 0 || wanted.includes(row.listid) || wanted.includes(row.listname ?? ''))
    .slice(0, listsMax)
    .map((row) => [row.listid, row.createdfromcode ?? 0])
}

const readMembers = async (session: Session, { cursor: stored }: Position): Promise<Page> => {
  const cursor = stored === null ? { lists: await memberListsOf(session), at: 0, link: null } : memberCursor.parse(stored)
  const [list, code] = cursor.lists[cursor.at] ?? []
  const how = members[code ?? 0]
  if (list === undefined || !how) return { next: null }
  const known = cursor.link === null ? null : await unlessGone(page(session, cursor.link, { about: 'members' }))
  const first = addressOf(`lists(${list})/${how.relation}`, { select: [how.key] })
  const answer = known ?? (await page(session, first, { about: 'members', size: 5000 }))
  const rows = rowsOf(z.looseObject({ [how.key]: z.string() }), answer.value)
  const link = linkAfter(answer, cursor.link)
  const at = link === null ? cursor.at + 1 : cursor.at
  return {
    memberships: rows.map((row) => ({ listId: list, contactId: String(row[how.key]) })),
    next: at < cursor.lists.length ? { lists: cursor.lists, at, link } : null,
  }
}

export const streams: readonly Stream[] = [
  { name: 'pipelines', isWhole: true, read: readPipelines },
  { name: 'owners', isWhole: true, read: whole('systemusers', 'systemuserid fullname internalemailaddress', ownersIn) },
  { name: 'lists', isWhole: true, read: whole('lists', 'listid listname type membercount createdfromcode modifiedon', listsIn) },
  { name: 'contacts', read: readParts([contacts, leads]) },
  { name: 'opportunities', read: readParts([opportunities, ...Object.values(flowSets).map(steps)]) },
  { name: 'memberships', isWhole: true, read: readMembers },
]
