// Where an agency receives events: one address for itself, and one for each company whose CRM nobody connects.
import { oldKeyHours, type WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import type { deleteWebhookEndpoint, listWebhookEndpoints } from '#contract/webhooks/endpoints.ts'
import type { Reply } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { sealContext, type Sealer } from '#server/platform/secrets.ts'
import { record } from '../../acts/service.ts'
import { createDataSource, deleteDataSource } from '../../crm/service.ts'
import { countActive } from '../../crm/deletion/service.ts'
import { bringsContacts } from '../../integrations/service.ts'
import { checkIsAgency, seesCompany } from '../access.ts'
import { acts } from '../acts.ts'
import { changeAsSystem } from '../changing.ts'
import { loadCompanies, type Companies, type EndpointCompany } from './companies.ts'
import { addressOf, hooksPath, makeKey, makeSecret } from './keys.ts'
import { toEndpoint } from './mapper.ts'
import * as queries from './queries.ts'

interface Parts {
  dispatcher: Pick<Dispatcher, 'enqueue'>
  sealer: Sealer
  publicUrl: string
}

type Row = queries.EndpointRow

const show = async (tx: Tx, row: Row, companies?: Companies): Promise<WebhookEndpoint> => {
  const lastEvents = await queries.selectLastEvents(tx, row.client_id, [row.id])
  return toEndpoint(row, companies ?? (await loadCompanies(tx, row.client_id)), lastEvents.get(row.id))
}

const byCompany = (one: WebhookEndpoint, other: WebhookEndpoint): number =>
  Number(one.company_id !== null) - Number(other.company_id !== null) || one.name.localeCompare(other.name)

const addableTo = ({ all }: Companies, rows: readonly Row[], caller: Caller) => {
  const taken = new Set(rows.map(({ company_id: id }) => id))
  return all.flatMap(({ id, name, kind, isOpen }) =>
    id === null || kind === null || !isOpen || taken.has(id) || !seesCompany(caller, id) ? [] : [{ company_id: id, name, kind }],
  )
}

export const list = async (context: Context, { publicUrl }: Parts): Promise<Reply<typeof listWebhookEndpoints>> => {
  const { caller } = context
  checkIsAgency(caller)
  return context.inClient(async (tx) => {
    const rows = await queries.selectEndpoints(tx, caller.clientId)
    const seen = rows.filter(({ company_id: companyId }) => seesCompany(caller, companyId))
    const companies = await loadCompanies(tx, caller.clientId)
    const lastEvents = await queries.selectLastEvents(
      tx,
      caller.clientId,
      seen.map(({ id }) => id),
    )
    return {
      items: seen.map((row) => toEndpoint(row, companies, lastEvents.get(row.id))).toSorted(byCompany),
      addable: addableTo(companies, rows, caller),
      base_url: `${publicUrl}${hooksPath}`,
    }
  })
}

/** The company that an endpoint may be for. */
const companyFor = async (tx: Tx, caller: Caller, companyId: string | null, companies: Companies): Promise<EndpointCompany> => {
  const company = companies.all.find(({ id }) => id === companyId)
  if (!company?.isOpen || !seesCompany(caller, companyId)) throw new AppError('NOT_FOUND')
  if (company.kind === 'connected' && companyId !== null && (await bringsContacts(tx, companyId)))
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${company.name} shares its CRM. Its leads come from there.` })
  return company
}

const taken = ({ name }: EndpointCompany): AppError =>
  new AppError('ACTION_NOT_ALLOWED', { detail: `${name} already has an endpoint.` })

export const create = (context: Context, { publicUrl }: Parts, companyId: string | null) =>
  changeAsSystem(context, 'add an endpoint', 'w', async (tx, caller) => {
    const { clientId } = caller
    const companies = await loadCompanies(tx, clientId)
    const company = await companyFor(tx, caller, companyId, companies)
    const rows = await queries.selectEndpoints(tx, clientId)
    if (rows.some((row) => row.company_id === companyId)) throw taken(company)
    const { key, hash, tail } = makeKey()
    const endpointId = newId()
    await createDataSource(tx, { clientId, dataSourceId: endpointId }, 'webhook_endpoint', companyId)
    if (!(await queries.insertEndpoint(tx, { clientId, endpointId, tail, companyId }))) throw taken(company)
    await queries.insertKey(tx, { clientId, endpointId, hash })
    const row = await lock(tx, caller, endpointId)
    await record(tx, acts['webhook_endpoint.created'], {
      clientId,
      by: caller,
      object: { id: endpointId, name: company.name },
      after: { company: company.name },
    })
    return { endpoint: await show(tx, row, companies), url: addressOf(publicUrl, key) }
  })

const lock = async (tx: Tx, caller: Caller, endpointId: string): Promise<Row> => {
  const row = await queries.lockEndpoint(tx, { clientId: caller.clientId, endpointId })
  if (!row || !seesCompany(caller, row.company_id)) throw new AppError('NOT_FOUND')
  return row
}

const checkVersion = (row: Row, version: number | undefined): void => {
  if (version !== undefined && version !== row.version) throw new AppError('STALE_VERSION')
}

interface Rotation {
  endpointId: string
  endsOldNow: boolean
  version: number | undefined
}

/** At most two keys work at a time: the new one, and the one before it. */
export const rotateKey = (context: Context, { publicUrl }: Parts, { endpointId, endsOldNow, version }: Rotation) =>
  changeAsSystem(context, 'make a new key', 'w', async (tx, caller) => {
    const row = await lock(tx, caller, endpointId)
    checkVersion(row, version)
    const ref = { clientId: caller.clientId, endpointId }
    const now = new Date()
    const until = endsOldNow ? null : new Date(now.getTime() + oldKeyHours * 3_600_000)
    const { key, hash, tail } = makeKey()
    await queries.endKeys(tx, ref, until)
    await queries.insertKey(tx, { ...ref, hash })
    const changed = await queries.updateEndpoint(tx, row, {
      key_tail: tail,
      key_since: now,
      previous_key_tail: endsOldNow ? null : row.key_tail,
      previous_key_until: until,
    })
    const endpoint = await show(tx, changed)
    await record(tx, acts['webhook_endpoint.key_rotated'], {
      clientId: caller.clientId,
      by: caller,
      object: { id: endpointId, name: endpoint.name },
      after: { old_key_ends_at: until?.toISOString() ?? now.toISOString() },
    })
    return { endpoint, url: addressOf(publicUrl, key) }
  })

export const makeSigningSecret = (context: Context, { sealer }: Parts, endpointId: string) =>
  changeAsSystem(context, 'make a signing secret', 'w', async (tx, caller) => {
    const row = await lock(tx, caller, endpointId)
    const secret = makeSecret()
    const sealed = sealer.seal(
      secret,
      sealContext('public.webhook_endpoint', 'signing_secret_sealed', caller.clientId, endpointId),
    )
    const changed = await queries.updateEndpoint(tx, row, { signing_secret_sealed: sealed })
    await record(tx, acts['webhook_endpoint.secret_made'], { clientId: caller.clientId, object: { id: endpointId } })
    return { endpoint: await show(tx, changed), secret }
  })

interface Requirement {
  endpointId: string
  isRequired: boolean
  version: number | undefined
}

export const requireSignature = (context: Context, { endpointId, isRequired, version }: Requirement): Promise<WebhookEndpoint> =>
  changeAsSystem(context, 'require signatures', 'w', async (tx, caller) => {
    const row = await lock(tx, caller, endpointId)
    checkVersion(row, version)
    if (isRequired && row.signing_secret_sealed === null)
      throw new AppError('ACTION_NOT_ALLOWED', { detail: 'Make a signing secret first.' })
    const changed = await queries.updateEndpoint(tx, row, { requires_signature: isRequired })
    await record(tx, acts['webhook_endpoint.signature_required'], {
      clientId: caller.clientId,
      object: { id: endpointId },
      before: { requires_signature: row.requires_signature },
      after: { requires_signature: isRequired },
    })
    return show(tx, changed)
  })

/** With everything that came through it. */
export const remove = (
  context: Context,
  { dispatcher }: Parts,
  { endpointId, isDryRun }: { endpointId: string; isDryRun: boolean },
): Promise<Reply<typeof deleteWebhookEndpoint>> =>
  changeAsSystem(context, 'delete an endpoint', 'd', async (tx, caller) => {
    const row = await lock(tx, caller, endpointId)
    const { clientId } = caller
    const source = { clientId, dataSourceId: endpointId }
    const held = {
      people: await countActive(tx, source, 'contact'),
      opportunities: await countActive(tx, source, 'opportunity'),
      deliveries: await queries.countDeliveries(tx, { clientId, endpointId }),
    }
    if (isDryRun) return held
    const { name } = await show(tx, row)
    await queries.endKeys(tx, { clientId, endpointId }, null)
    await deleteDataSource(tx, { ...source, dispatcher })
    await record(tx, acts['webhook_endpoint.deleted'], {
      clientId,
      by: caller,
      object: { id: endpointId, name },
      before: held,
    })
    return held
  })
