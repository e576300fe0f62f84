// The demo's sources: each account of the sandboxes is connected by its company's own users, through the normal
// services.
import { setTimeout as pause } from 'node:timers/promises'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Identity } from '#server/identity/public.ts'
import { finishConnect } from '#server/modules/integrations/connect/consent/by-consent.ts'
import { startConnect } from '#server/modules/integrations/connect/start.ts'
import { disconnectIntegration } from '#server/modules/integrations/disconnect/disconnect.ts'
import { changeIntegration } from '#server/modules/integrations/settings/change.ts'
import { chooseAdAccount, listAdAccounts } from '#server/modules/integrations/settings/choose-account.ts'
import { previewMapping } from '#server/modules/integrations/settings/preview-mapping.ts'
import { readIntegration, lookUpIntegration } from '#server/modules/integrations/service.ts'
import { needsOf } from '#server/modules/integrations/model.ts'
import type { VendorApps } from '#server/modules/integrations/vendors/model.ts'
import { startRun } from '#server/modules/syncs/service.ts'
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Log } from '#server/platform/log.ts'
import { contextOf, findAdmin } from './acting.ts'
import { connectWithAgencies, inviteStrangers } from './connections.ts'
import { findDemoClients } from './demo.ts'
import { demoClients } from './users.ts'
import { openDoor, type Door } from './sandbox-door.ts'
import { connectGhostSheet } from './ghost-companies.ts'
import { fillEndpoint } from './webhooks.ts'
import { selectEverConnected, wasDisconnected, wasLost } from './source-queries.ts'

interface Source {
  tenant: string
  type: ProviderType
  /** The vendor's name of the account. */
  account: string
  adAccount?: string
  /** The ghost company whose sheet it is. */
  ghostCompany?: string
  /** What happens to it after its first run. */
  ending?: 'lost' | 'disconnected'
}

/** Of one tenant and type in the order in which they are connected. */
const sources: readonly Source[] = [
  { tenant: 'Northlight Growth', type: 'googlesheet', account: 'Atlas Roofing leads', ghostCompany: 'Atlas Roofing' },
  { tenant: 'Northlight Growth', type: 'airtable', account: 'Northlight new business' },
  { tenant: 'Northlight Growth', type: 'facebook', account: 'Ana Whitfield', adAccount: 'Helio Solar' },
  { tenant: 'Northlight Growth', type: 'facebook', account: 'Ana Whitfield', adAccount: 'Brightsmile Dental' },
  { tenant: 'Northlight Growth', type: 'google', account: 'Northlight Growth', adAccount: 'Helio Solar' },
  { tenant: 'Northlight Growth', type: 'google', account: 'Northlight Growth', adAccount: 'Brightsmile Dental' },
  { tenant: 'Helio Solar', type: 'hubspot', account: 'Helio Solar' },
  { tenant: 'Forge & Field', type: 'salesforce', account: 'Forge & Field', ending: 'lost' },
  { tenant: 'Cedar Home Care', type: 'hubspot', account: 'Cedar Home Care' },
  { tenant: 'Summit Movers', type: 'hubspot', account: 'Summit Movers', ending: 'disconnected' },
  { tenant: 'Brightsmile Dental', type: 'ghl', account: 'Brightsmile Dental' },
  { tenant: 'Lumen Law', type: 'active_campaign', account: 'Lumen Law' },
  { tenant: 'Second Signal Media', type: 'microsoft_dynamics', account: 'Second Signal Media' },
]

interface Parts {
  database: Database
  identity: Identity
  dispatcher: Dispatcher
  vendors: VendorApps
  log: Log
}

interface Work extends Parts {
  door: Door
  signal: AbortSignal
}

interface Connected {
  source: Source
  context: Context
  integrationId: string
}

const isInSandbox = (vendors: VendorApps, type: ProviderType): boolean => (vendors.appOf(type)?.sandboxOrigin ?? null) !== null

const connect = async (work: Work, context: Context, { type, account: name, ghostCompany }: Source): Promise<string> => {
  const { id, connect: fields } = await work.door.account(type, name)
  const started = ghostCompany
    ? connectGhostSheet(context, work, { name: ghostCompany, url: fields['url'] })
    : startConnect(context, work, { type, fields, integrationId: null })
  const { oauth_url: url, integration = null } = await started
  if (integration) return integration.id
  const back = await work.door.giveConsent(url ?? '', id)
  return (await finishConnect(context, work, { type, ...back })).integration.id
}

const choose = async (work: Work, { context, source, integrationId }: Connected): Promise<void> => {
  const { type, adAccount = '' } = source
  const which = { integration_id: integrationId }
  const { items } = await listAdAccounts(context, work.vendors, type, which)
  const chosen = items.find(({ name }) => name === adAccount)
  if (chosen) await chooseAdAccount(context, work, type, { ...which, adaccount: chosen.id })
}

/** The suggested mapping, which a user would accept. */
const map = async (work: Work, { context, integrationId }: Connected): Promise<void> => {
  const { suggestion, table_id: table } = await previewMapping(context, work.vendors, integrationId, {})
  const settings = { contain_header: true, map: suggestion, ...(table === null ? {} : { table_id: table }) }
  await changeIntegration(context, work.dispatcher, integrationId, { settings })
}

/** Chooses what has to be chosen before a sync. Returns whether the source still exists. */
const complete = async (work: Work, connected: Connected): Promise<boolean> => {
  const { context, integrationId } = connected
  const ref = { clientId: context.caller.clientId, integrationId }
  const row = await work.database.asSystem('demo: look at a source', (tx) => lookUpIntegration(tx, ref))
  if (row?.status !== 'active') return row !== undefined
  const needs = needsOf(row)
  if (needs === 'ad_account') await choose(work, connected)
  if (needs === 'table') await map(work, connected)
  return true
}

/** Connected once, whatever happened since: a visitor of the demo may have disconnected it. */
const begin = async (work: Work, source: Source): Promise<Connected | undefined> => {
  const { tenant, type } = source
  const owner = demoClients.find(({ name }) => name === tenant)?.people[0]
  const clientId = (await findDemoClients(work.database)).get(tenant)
  const admin = owner && clientId !== undefined ? await findAdmin(work, { clientId, email: owner.email }) : undefined
  if (!admin || !isInSandbox(work.vendors, type)) return undefined
  const context = contextOf(work.database, admin)
  const ever = await work.database.asSystem('demo: what was connected before', (tx) =>
    selectEverConnected(tx, admin.clientId, type),
  )
  const number = sources.filter((one) => one.tenant === tenant && one.type === type).indexOf(source)
  const connected = { source, context, integrationId: ever[number] ?? (await connect(work, context, source)) }
  return (await complete(work, connected)) ? connected : undefined
}

/** What a call tracker sends of the same company. */
const receiveEvents = async (work: Work, { source, context }: Connected): Promise<void> => {
  if (source.ghostCompany) await fillEndpoint(work, context, source.ghostCompany)
}

const lookAgainAfter = 1000
const looksMax = 3600

const hasSucceeded = async ({ database, signal }: Work, { context, integrationId }: Connected): Promise<boolean> => {
  const { clientId } = context.caller
  for (let looked = 0; looked < looksMax; looked += 1) {
    const { last_success_at: at, status } = await database.inClient(clientId, (tx) =>
      readIntegration(tx, { clientId, integrationId }),
    )
    if (at !== null) return status === 'active'
    await pause(lookAgainAfter, undefined, { signal })
  }
  return false
}

const lose = async (work: Work, { source, context, integrationId }: Connected): Promise<void> => {
  const { id } = await work.door.account(source.type, source.account)
  await work.door.revoke(source.type, id)
  await startRun(context, work.dispatcher, integrationId, { kind: 'incremental' }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'SYNC_RUNNING')) throw error
  })
}

/** Applies what happens to a source after its first run, once. */
const end = async (work: Work, connected: Connected): Promise<void> => {
  const { source, context, integrationId } = connected
  const { clientId } = context.caller
  const { ending } = source
  if (ending === undefined) return
  const isOver = await work.database.asSystem('demo: what became of a source', (tx) =>
    (ending === 'lost' ? wasLost : wasDisconnected)(tx, clientId, integrationId),
  )
  if (isOver || !(await hasSucceeded(work, connected))) return
  if (ending === 'lost') await lose(work, connected)
  else await disconnectIntegration(context, work, integrationId, { dry_run: false, erase: 'later' })
}

const triesMax = 3

/**
 * Each step continues where it failed, since the machine is busy with all first syncs at once. A failure does not stop
 * the other sources. The next start tries again.
 */
const trying = async <T>(work: Work, source: Source, step: () => Promise<T>, tries = triesMax): Promise<T | undefined> => {
  const { log, signal } = work
  const { tenant, type } = source
  try {
    return await step()
  } catch (error) {
    if (signal.aborted) return undefined
    log.warn({ err: error, tenant, type }, 'a source of the demo was not connected')
    if (tries === 1) return undefined
    await pause(lookAgainAfter, undefined, { signal }).catch(() => undefined)
    return signal.aborted ? undefined : trying(work, source, step, tries - 1)
  }
}

/** Runs in the background while the product is up. Each account's own sources come one after the other. */
export const connectSources = async (parts: Parts, signal: AbortSignal): Promise<void> => {
  const { sandboxUrl } = parts.vendors
  if (sandboxUrl === null) return
  const work = { ...parts, signal, door: openDoor(sandboxUrl, signal) }
  const ofTenant = async (own: readonly Source[]): Promise<void> => {
    for (const source of own) {
      const connected = await trying(work, source, () => begin(work, source))
      if (!connected) continue
      const { tenant } = source
      const { integrationId } = connected
      await trying(work, source, () => receiveEvents(work, connected))
      await trying(work, source, () => connectWithAgencies(work, { tenant, integrationId, signal }))
      await trying(work, source, () => end(work, connected))
    }
  }
  await inviteStrangers(work)
  await Promise.all([...Map.groupBy(sources, ({ tenant }) => tenant).values()].map(ofTenant))
}
