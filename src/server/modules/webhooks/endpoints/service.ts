// Where an agency receives leads from anywhere: one endpoint for itself, and one for each company whose CRM nobody connects.
import { oldKeyHours, type WebhookEndpoint, type listWebhookEndpoints } from '#contract/webhooks/endpoints.ts'
import type { Reply } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { createDataSource } from '../../crm/service.ts'
import { findCrmOwners } from '../../integrations/service.ts'
import type { VendorApps } from '../../integrations/vendors/model.ts'
import { checkIsAgency, seesCompany } from '../access.ts'
import { acts } from '../acts.ts'
import { tellChanged } from '../changed-queries.ts'
import { changeAsSystem } from '../changing.ts'
import { loadCompanies, type EndpointCompany } from './companies.ts'
import { baseUrlOf, hashOfKey, newKey, tailOf } from './keys.ts'
import { toEndpoint } from './mapper.ts'
import * as queries from './queries.ts'
import { deleteEndpoint } from './delete.ts'
import { eraseEndpointJob } from './job-names.ts'
import { factsOf, lockSeen, recordedOf, showEndpoint } from './seen.ts'
import { newSecret, sealSecret } from './signing-secret.ts'

/** The product's own address, and what seals secrets. */
export type Installation = Pick<VendorApps, 'publicUrl' | 'sealer'>

interface WithAddress {
  endpoint: WebhookEndpoint
  url: string
}

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en')

type Addable = Reply<typeof listWebhookEndpoints>['addable']

const toAddable = ({ id, name, kind }: EndpointCompany): Addable =>
  id === null || kind === null ? [] : [{ company_id: id, name, kind }]

/** Companies without an endpoint. The leads of one that has a CRM come from there. */
const listAddable = async (context: Context, companies: readonly EndpointCompany[]): Promise<Addable> => {
  const addable = companies.flatMap(toAddable).toSorted(byName)
  const connected = addable.filter(({ kind }) => kind === 'connected').map(({ company_id: id }) => id)
  if (connected.length === 0) return addable
  const owners = await context.asSystem('webhooks: which companies have a CRM', (tx) => findCrmOwners(tx, connected))
  return addable.filter(({ company_id: id }) => !owners.has(id))
}

export const listEndpoints = async (
  context: Context,
  { publicUrl }: Installation,
): Promise<Reply<typeof listWebhookEndpoints>> => {
  const { caller } = context
  checkIsAgency(caller)
  const { rows, companies } = await context.inClient(async (tx) => ({
    rows: await queries.selectEndpoints(tx, caller.clientId),
    companies: await loadCompanies(tx, caller.clientId),
  }))
  const taken = new Set(rows.map(({ company_id: id }) => id))
  const without = companies.all.filter(({ id, isOpen }) => isOpen && !taken.has(id) && seesCompany(caller, id))
  const seen = rows.filter(({ company_id: id }) => seesCompany(caller, id))
  const items = seen.map((row) => toEndpoint(row, companies.of(row.company_id))).toSorted(byName)
  const isOwn = ({ company_id: id }: WebhookEndpoint): boolean => id === null
  return {
    items: [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))],
    addable: await listAddable(context, without),
    base_url: baseUrlOf(publicUrl),
  }
}

/** The company, if it can get an endpoint. */
const findAddable = async (tx: Tx, caller: Caller, companyId: string | null): Promise<EndpointCompany> => {
  const { clientId } = caller
  const company = (await loadCompanies(tx, clientId)).of(companyId)
  if (!company.isOpen || !seesCompany(caller, companyId)) throw new AppError('NOT_FOUND')
  const endpoints = await queries.selectEndpoints(tx, clientId)
  if (endpoints.some(({ company_id: id }) => id === companyId))
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${company.name} already has an endpoint.` })
  if (companyId !== null && company.kind === 'connected' && (await findCrmOwners(tx, [companyId])).has(companyId))
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${company.name} shares its CRM. Its leads come from there.` })
  return company
}

export const createEndpoint = (context: Context, { publicUrl }: Installation, companyId: string | null): Promise<WithAddress> =>
  changeAsSystem(context, 'a new endpoint', 'w', async (tx, caller) => {
    const { clientId } = caller
    const company = await findAddable(tx, caller, companyId)
    const ref = { clientId, endpointId: newId() }
    const key = newKey()
    await createDataSource(tx, { clientId, dataSourceId: ref.endpointId }, 'webhook_endpoint', companyId)
    await queries.insertEndpoint(tx, ref, { companyId, keyTail: tailOf(key) })
    await queries.insertKey(tx, ref, hashOfKey(key))
    await record(tx, acts['webhook_endpoint.created'], { ...recordedOf(caller, { ref, company }), after: factsOf(company) })
    return { endpoint: await showEndpoint(tx, { ref, company }), url: baseUrlOf(publicUrl) + key }
  })

interface Rotation {
  end_old_now: boolean
  version?: number | undefined
}

/** At most two keys work: the new one, and for a day the one that it replaces. */
export const rotateKey = (
  context: Context,
  { publicUrl }: Installation,
  endpointId: string,
  { end_old_now: endsNow, version }: Rotation,
): Promise<WithAddress> =>
  changeAsSystem(context, 'a new key', 'w', async (tx, caller) => {
    const seen = await lockSeen(tx, caller, endpointId, version)
    const { ref, row, company } = seen
    const key = newKey()
    const now = new Date()
    const until = new Date(now.getTime() + oldKeyHours * 3_600_000)
    await (endsNow ? queries.deleteKeys(tx, ref) : queries.endKeys(tx, ref, until))
    await queries.insertKey(tx, ref, hashOfKey(key))
    await queries.updateEndpoint(tx, row, {
      key_tail: tailOf(key),
      key_since: now,
      previous_key_tail: endsNow ? null : row.key_tail,
      previous_key_until: endsNow ? null : until,
    })
    await record(tx, acts['webhook_endpoint.key_rotated'], {
      ...recordedOf(caller, seen),
      after: { ...factsOf(company), old_key_ends: (endsNow ? now : until).toISOString() },
    })
    return { endpoint: await showEndpoint(tx, seen), url: baseUrlOf(publicUrl) + key }
  })

/** The new secret replaces the one before. */
export const makeSecret = (
  context: Context,
  { sealer }: Installation,
  endpointId: string,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> =>
  changeAsSystem(context, 'a new signing secret', 'w', async (tx, caller) => {
    const seen = await lockSeen(tx, caller, endpointId)
    const secret = newSecret()
    await queries.updateEndpoint(tx, seen.row, { signing_secret_sealed: sealSecret(sealer, seen.ref, secret) })
    await record(tx, acts['webhook_endpoint.secret_made'], { ...recordedOf(caller, seen), after: factsOf(seen.company) })
    return { endpoint: await showEndpoint(tx, seen), secret }
  })

interface Requirement {
  requires_signature: boolean
  version?: number | undefined
}

export const requireSignature = (
  context: Context,
  endpointId: string,
  { requires_signature: isRequired, version }: Requirement,
): Promise<WebhookEndpoint> =>
  changeAsSystem(context, 'signatures are required, or no longer', 'w', async (tx, caller) => {
    const seen = await lockSeen(tx, caller, endpointId, version)
    const { row, company } = seen
    if (isRequired && row.signing_secret_sealed === null)
      throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Make a signing secret first. Then you can require signatures.' })
    const isChanged = row.requires_signature !== isRequired
    if (isChanged) await queries.updateEndpoint(tx, row, { requires_signature: isRequired })
    await record(tx, acts['webhook_endpoint.signature_required'], {
      ...recordedOf(caller, seen),
      isAudited: isChanged,
      before: { requires_signature: row.requires_signature },
      after: { ...factsOf(company), requires_signature: isRequired },
    })
    return showEndpoint(tx, seen)
  })

/** Of a company that is erased: what came through its endpoint goes with it, and nothing arrives any longer. */
export const deleteEndpointOf = async (
  context: Context,
  dispatcher: Dispatcher,
  companyId: string,
): Promise<{ people: number; opportunities: number }> => {
  const { clientId } = context.caller
  const endpointId = await context.inClient((tx) => queries.selectIdOf(tx, clientId, companyId))
  return endpointId === undefined ? { people: 0, opportunities: 0 } : deleteEndpoint(context, dispatcher, endpointId)
}

/**
 * Nothing about a company arrives any longer, and nothing of what did is shown or applied: it is erased soon. Answers how many
 * events were not applied yet. Undefined: the company has no endpoint.
 */
export const endEndpointOf = async (
  tx: Tx,
  dispatcher: Pick<Dispatcher, 'enqueue'>,
  { clientId, companyId }: { clientId: string; companyId: string },
): Promise<{ waiting: number } | undefined> => {
  const row = await queries.lockEndpointOf(tx, clientId, companyId)
  if (!row) return undefined
  const ref = { clientId, endpointId: row.id }
  const waiting = await queries.countWaiting(tx, ref)
  await queries.deleteKeys(tx, ref)
  await queries.markEnded(tx, ref)
  await dispatcher.enqueue(tx, eraseEndpointJob, ref, { clientId, key: row.id })
  await tellChanged(tx, clientId)
  return { waiting }
}
