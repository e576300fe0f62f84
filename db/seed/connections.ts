// The demo's connections: agency and companies make them with the same services that their requests would reach.
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '#contract/connections/connections.ts'
import { emptyCriteria, type Criteria, type Filter, type LeafField } from '#contract/criteria/criteria.ts'
import type { Identity } from '#server/identity/public.ts'
import { approveCriteria } from '#server/modules/connections/agreements/decide.ts'
import { submitCriteria } from '#server/modules/connections/agreements/sending/submit.ts'
import { preview, saveCriteria } from '#server/modules/connections/agreements/save.ts'
import { cancelConnection } from '#server/modules/connections/end.ts'
import { acceptInvitation } from '#server/modules/connections/invitations/answer.ts'
import { inviteToConnect } from '#server/modules/connections/invitations/invite.ts'
import { suggestValues } from '#server/modules/criteria/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { isContended } from '#server/platform/db/transient-fault.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { contextOf, findAdmin } from './acting.ts'
import { selectDemoConnection, selectState } from './connection-queries.ts'
import { findDemoClients } from './demo.ts'
import { demoClients } from './users.ts'

interface Parts {
  database: Database
  identity: Identity
  dispatcher: Dispatcher
}

const northlight = 'Northlight Growth'
const secondSignal = 'Second Signal Media'

interface Agreement {
  agency: string
  isInvitedByCompany?: true
  field: LeafField
  /** Of `source_field`. */
  name?: string
  op: 'has_any' | 'has_all' | 'in'
  /** As users read them; pipelines are found by their names. */
  values: readonly string[]
  shares: Partial<Criteria>
  /** How far the two have come. */
  until: 'accepted' | 'submitted' | 'approved' | 'ended_by_company'
  /** What the company changed once it was shared, one version after the other. Those that share more wait for the agency. */
  later?: readonly { values?: readonly string[]; shares?: Partial<Criteria>; isAccepted?: boolean }[]
}

const helioFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'city',
  'source',
  'created_at',
  'opportunity.amount',
  'opportunity.currency',
  'opportunity.stage',
  'opportunity.outcome',
]

const agreements: Readonly<Record<string, readonly Agreement[]>> = {
  'Brightsmile Dental': [
    {
      agency: northlight,
      field: 'tag',
      op: 'has_any',
      values: ['northlight'],
      shares: { type_of_data: 'BASIC', allow_export: true },
      until: 'approved',
      later: [{ shares: { allow_export: false } }, { shares: { allow_export: true, allow_audiences: true }, isAccepted: true }],
    },
  ],
  'Helio Solar': [
    {
      agency: northlight,
      field: 'source_field',
      name: 'source',
      op: 'in',
      values: ['Google Ads', 'Meta'],
      shares: { type_of_data: 'FIELDS', fields: helioFields, allow_audiences: true, allow_export: true },
      until: 'approved',
      later: [{ values: ['Google Ads', 'Meta', 'Partner'] }],
    },
    {
      agency: secondSignal,
      field: 'source_field',
      name: 'source',
      op: 'in',
      values: ['Google Ads', 'Meta', 'Partner'],
      shares: { type_of_data: 'COUNTS' },
      until: 'approved',
    },
  ],
  'Forge & Field': [
    {
      agency: northlight,
      field: 'pipeline',
      op: 'in',
      values: ['Dealer', 'Direct'],
      shares: { type_of_data: 'OUTCOMES' },
      until: 'approved',
    },
  ],
  'Lumen Law': [
    {
      agency: northlight,
      field: 'tag',
      op: 'has_all',
      values: ['intake', 'web'],
      shares: { type_of_data: 'BASIC' },
      until: 'approved',
    },
    { agency: secondSignal, isInvitedByCompany: true, field: 'tag', op: 'has_all', values: [], shares: {}, until: 'accepted' },
  ],
  'Cedar Home Care': [
    {
      agency: northlight,
      field: 'pipeline',
      op: 'in',
      values: ['Home care'],
      shares: {
        type_of_data: 'FIELDS',
        fields: ['source', 'city', 'created_at', 'opportunity.amount', 'opportunity.stage', 'opportunity.outcome'],
      },
      until: 'submitted',
    },
  ],
  'Summit Movers': [
    {
      agency: northlight,
      field: 'pipeline',
      op: 'in',
      values: ['Moves'],
      shares: { type_of_data: 'BASIC' },
      until: 'ended_by_company',
    },
  ],
}

/** Invitations to addresses without an account. */
const invitations = [
  { name: 'Pinecrest Fitness', email: 'owner@pinecrest.example.com', isCanceled: false },
  { name: 'Old Harbor Cafe', email: 'owner@oldharbor.example.com', isCanceled: true },
]

const adminOf = async (parts: Parts, tenant: string): Promise<Caller | undefined> => {
  const owner = demoClients.find(({ name }) => name === tenant)?.people[0]
  const clientId = (await findDemoClients(parts.database)).get(tenant)
  return owner && clientId !== undefined ? findAdmin(parts, { clientId, email: owner.email }) : undefined
}

type Known = Pick<Connection, 'id' | 'state'>

const fromAgency = 'We would love to show you which of our campaigns brought you customers.'
const fromCompany = 'Please show us what your campaigns bring.'

/** Made once. */
const inviteOnce = async (
  parts: Parts & Pick<Steps, 'signal'>,
  inviter: Context,
  to: { name: string; email: string; message: string },
): Promise<Known & { isNew: boolean }> => {
  const known = await parts.database.asSystem('demo: look for a connection', (tx) =>
    selectDemoConnection(tx, inviter.caller.clientId, to.email),
  )
  if (known) return { ...known, isNew: false }
  const invitation = { name: to.name, partnerEmail: to.email, invitedAs: 'admin', message: to.message } as const
  const { id, state } = await patiently(parts, () => inviteToConnect(inviter, parts.dispatcher, invitation))
  return { id, state, isNew: true }
}

const filterOf = async (context: Context, agreement: Agreement, integrationId: string): Promise<Filter> => {
  const { field, name, op, values } = agreement
  if (field !== 'pipeline') return { field, ...(name === undefined ? {} : { name }), op, values: [...values] }
  const { clientId } = context.caller
  const { items } = await context.inClient((tx) => suggestValues(tx, clientId, { integrationId, field }))
  return { field, op, values: items.filter(({ label }) => values.includes(label)).map(({ value }) => value) }
}

interface Steps {
  parts: Parts
  company: Context
  agency: Context
  integrationId: string
  agreement: Agreement
  signal: AbortSignal
}

const lookAgainAfter = 1000
const looksMax = 600

/** The machine is busy with the first syncs: counting takes too long, or an account is locked for too long. */
const isBusy = (error: unknown): boolean => (error instanceof AppError ? error.code === 'UNAVAILABLE' : isContended(error))

const patiently = async <T>(steps: Pick<Steps, 'signal'>, work: () => Promise<T>, tries = 20): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (tries === 0 || !isBusy(error)) throw error
    await pause(lookAgainAfter, undefined, steps)
    return patiently(steps, work, tries - 1)
  }
}

/** The criteria, as soon as the first sync has brought somebody whom they match. */
const criteriaWithMatches = async ({ company, agreement, integrationId, signal }: Steps, id: string) => {
  for (let looked = 0; looked < looksMax; looked += 1) {
    const filter = await filterOf(company, agreement, integrationId)
    const criteria: Criteria = { ...emptyCriteria(integrationId), match_on: 'contact', ...agreement.shares, filter }
    const hasValues = !('values' in filter) || (filter.values ?? []).length > 0
    if (hasValues && (await patiently({ signal }, () => preview(company, id, { criteria }))).shared.contacts > 0) return criteria
    await pause(lookAgainAfter, undefined, { signal })
  }
  return undefined
}

const send = async (steps: Steps, id: string, criteria: Criteria): Promise<string> => {
  const { company, parts } = steps
  const { textHash } = await patiently(steps, () => saveCriteria(company, { id, criteria }))
  const submission = { id, textHash, ackPersonalData: true, ackPolicy: true } as const
  await patiently(steps, () => submitCriteria(company, parts.dispatcher, submission))
  return textHash
}

/** Whether it is shared. The first sync may take a while. */
const isShared = async ({ parts, company, signal }: Steps, id: string): Promise<boolean> => {
  for (let looked = 0; looked < looksMax; looked += 1) {
    const found = await parts.database.asSystem('demo: look for a connection', (tx) =>
      selectState(tx, company.caller.clientId, id),
    )
    if (found !== 'IN_PROCESS') return found === 'ACTIVE'
    await pause(lookAgainAfter, undefined, { signal })
  }
  return false
}

/** What happened after the agreement. */
const goOn = async (steps: Steps, id: string, first: Criteria): Promise<void> => {
  const { parts, company, agency, agreement } = steps
  if (!(await isShared(steps, id))) return
  if (agreement.until === 'ended_by_company')
    await patiently(steps, () => cancelConnection(company, parts.dispatcher, { id, name: agreement.agency }))
  for (const { values, shares, isAccepted } of agreement.later ?? []) {
    const filter = values ? await filterOf(company, { ...agreement, values }, steps.integrationId) : first.filter
    const textHash = await send(steps, id, { ...first, ...shares, filter })
    if (isAccepted) await patiently(steps, () => approveCriteria(agency, parts.dispatcher, { id, textHash }))
  }
}

/** From the invitation to the state of the story. */
const agree = async (steps: Steps, id: string): Promise<void> => {
  const { parts, company, agency, agreement } = steps
  await patiently(steps, () => acceptInvitation(agreement.isInvitedByCompany ? agency : company, parts.dispatcher, { id }))
  if (agreement.until === 'accepted') return
  const criteria = await criteriaWithMatches(steps, id)
  if (!criteria) return
  const textHash = await send(steps, id, criteria)
  if (agreement.until === 'submitted') return
  await patiently(steps, () => approveCriteria(agency, parts.dispatcher, { id, textHash }))
  if (agreement.later || agreement.until === 'ended_by_company') await goOn(steps, id, criteria)
}

interface SyncingCompany {
  tenant: string
  integrationId: string
  signal: AbortSignal
}

const connectWith = async (parts: Parts, { tenant, ...syncing }: SyncingCompany, agreement: Agreement): Promise<void> => {
  const [agencyAdmin, companyAdmin] = [await adminOf(parts, agreement.agency), await adminOf(parts, tenant)]
  if (!agencyAdmin || !companyAdmin) return
  const agency = contextOf(parts.database, agencyAdmin)
  const company = contextOf(parts.database, companyAdmin)
  const { id, isNew } = agreement.isInvitedByCompany
    ? await inviteOnce({ ...parts, ...syncing }, company, {
        name: agreement.agency,
        email: agencyAdmin.email,
        message: fromCompany,
      })
    : await inviteOnce({ ...parts, ...syncing }, agency, { name: tenant, email: companyAdmin.email, message: fromAgency })
  if (isNew) await agree({ parts, company, agency, agreement, ...syncing }, id)
}

/** The connections of a company with agencies, once its source has begun to sync. */
export const connectWithAgencies = async (parts: Parts, company: SyncingCompany): Promise<void> => {
  for (const agreement of agreements[company.tenant] ?? []) await connectWith(parts, company, agreement)
}

export const inviteStrangers = async (parts: Parts & Pick<Steps, 'signal'>): Promise<void> => {
  const admin = await adminOf(parts, northlight)
  if (!admin) return
  const agency = contextOf(parts.database, admin)
  for (const { isCanceled, ...to } of invitations) {
    const { id, isNew } = await inviteOnce(parts, agency, { ...to, message: fromAgency })
    const cancel = () => cancelConnection(agency, parts.dispatcher, { id, reason: 'They chose another agency.' })
    if (isNew && isCanceled) await patiently(parts, cancel)
  }
}
