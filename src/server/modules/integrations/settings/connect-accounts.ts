// Connects several accounts of one login in one step: each becomes a source, and all share the grant of that login.
import type { Integration } from '#contract/integrations/integrations.ts'
import { chooses } from '#server/connectors/kit/connector.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { type IntegrationRef, accountOf, type IntegrationRow } from '../model.ts'
import { lockIntegrationRow } from '../lock-queries.ts'
import { deleteUnfinished, insertIntegration, setAccount, selectByHub } from '../queries.ts'
import * as integrations from '../service.ts'
import { openVendorSession } from '../vendors/service.ts'
import type { VendorSession } from '../vendors/model.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { deleteSecret, lockTokens } from '../vendors/tokens/remove.ts'
import { attachGrant } from '../vendors/tokens/token-provider.ts'
import { beginReading } from '../connect/begin.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { revive } from '../connect/save.ts'
import { lockAndCheck } from '../lock-and-check.ts'
import { accountsOf, businessesOf, chosenFrom, listGrouped, type ChosenAccount, type Choice } from './choose-account.ts'

type Choices = readonly Pick<Choice, 'adaccount' | 'businessid'>[]

interface Step {
  tx: Tx
  context: Context
  parts: ConnectParts
  /** The source that belongs to the login. */
  row: IntegrationRow
  grantId: string
}

/** The chosen accounts without duplicates, as the vendor knows them. */
const lookUpAll = async (vendorSession: VendorSession, choices: Choices): Promise<ChosenAccount[]> => {
  const accounts = await accountsOf(vendorSession)
  const named = new Map(choices.map((choice) => [choice.adaccount, choice]))
  const isReached = [...named.keys()].every((wanted) => accounts.some(({ id }) => id === wanted))
  // If a chosen account is not reachable, loading the businesses is not needed.
  const reach = { accounts, businesses: isReached ? await businessesOf(vendorSession) : [] }
  return [...named.values()].map((choice) => chosenFrom(reach, choice))
}

const connectedAlready = (name: string): AppError =>
  new AppError('OTHER_ACCOUNT', { detail: `${name} is already connected as another source. Choose other ones.` })

type Earlier = NonNullable<Awaited<ReturnType<typeof lockIntegrationRow>>>

/** Locks sources that already read the accounts, in the order of accounts, to avoid deadlocks. */
const lockEarlier = async ({ tx, row }: Step, sorted: readonly ChosenAccount[]): Promise<Map<string, Earlier>> => {
  const { client_id: clientId, type } = row
  const earlier = new Map<string, Earlier>()
  for (const { hubId, name } of sorted) {
    const before = await selectByHub(tx, { clientId, type, hubId })
    const known = before && (await lockIntegrationRow(tx, { clientId, integrationId: before.id }))
    if (!known) continue
    if (known.row.status !== 'disconnected') throw connectedAlready(name)
    earlier.set(hubId, known)
  }
  return earlier
}

interface AccountToConnect {
  chosen: ChosenAccount
  earlier: Earlier | undefined
  /** It is for the source that has no account yet. */
  isFree: boolean
}

/** The source that will read an account: one that read it before, the one without an account, or a new one. */
const sourceFor = async ({ tx, context, parts, row }: Step, { chosen, earlier, isFree }: AccountToConnect) => {
  const { client_id: clientId, type } = row
  const account = { ...accountOf(row), ...chosen }
  if (earlier) return revive(tx, earlier, account)
  if (isFree) {
    if (!(await setAccount(tx, { clientId, integrationId: row.id }, account))) throw connectedAlready(chosen.name)
    return { integrationId: row.id, isErased: false }
  }
  const integrationId = newId()
  const { name, intervalMinutes } = vendorOf(parts.vendors, type).connector.manifest
  const { userId } = context.caller
  const made = { clientId, integrationId, type, name, account, settings: {}, intervalMinutes, userId, ghostCompanyId: null }
  if (!(await insertIntegration(tx, made))) throw connectedAlready(chosen.name)
  return { integrationId, isErased: false }
}

const connectOne = async (step: Step, wanted: AccountToConnect): Promise<string> => {
  const { tx, context, parts, row, grantId } = step
  const { client_id: clientId } = row
  const { integrationId, isErased } = await sourceFor(step, wanted)
  if (integrationId !== row.id) await attachGrant(tx, { clientId, grantId }, integrationId, row.access_ends_at)
  const source = await integrations.findIntegration(tx, { clientId, integrationId })
  await beginReading(tx, { context, parts }, { row: source, isErased, isRead: true })
  await record(tx, acts['integration.account_chosen'], {
    clientId,
    object: { id: integrationId },
    after: { account: wanted.chosen.name },
  })
  return integrationId
}

/** Another user may have disconnected it while we asked the vendor. The grant is locked first, as everywhere. */
const lockSource = async (tx: Tx, ref: IntegrationRef) => {
  const grantId = await lockTokens(tx, ref)
  const row = await integrations.lockExisting(tx, ref)
  if (row.status === 'disconnected' || grantId === undefined) throw new AppError('NOT_FOUND')
  return { row, grantId }
}

/** Locks in the order of accounts, and returns the ids in the order of the choice. */
const connectAll = async (step: Step, chosen: readonly ChosenAccount[]): Promise<string[]> => {
  const { tx, row } = step
  const sorted = chosen.toSorted((one, other) => (one.hubId < other.hubId ? -1 : 1))
  const earlier = await lockEarlier(step, sorted)
  const first = row.hub_id === null ? chosen.find(({ hubId }) => !earlier.has(hubId)) : undefined
  const ids = new Map<string, string>()
  for (const account of sorted) {
    const wanted = { chosen: account, earlier: earlier.get(account.hubId), isFree: account === first }
    ids.set(account.hubId, await connectOne(step, wanted))
  }
  // Every chosen account already had a source: the source that was made for this login has nothing to read.
  const ref = { clientId: row.client_id, integrationId: row.id }
  if (row.hub_id === null && first === undefined) {
    await deleteSecret(tx, ref)
    await deleteUnfinished(tx, ref)
  }
  return chosen.flatMap(({ hubId }) => ids.get(hubId) ?? [])
}

const wordsFor = { ad_account: 'ad accounts', location: 'locations' } as const

/** Opens a session for the login of a source, one of whose accounts may be chosen. */
export const openLogin = async (
  context: Context,
  { vendors }: Pick<ConnectParts, 'vendors'>,
  integrationId: string,
  choice: keyof typeof wordsFor,
): Promise<VendorSession> => {
  const { clientId } = context.caller
  const row = await context.inClient((tx) => integrations.findIntegration(tx, { clientId, integrationId }))
  if (row.status === 'disconnected') throw new AppError('NOT_FOUND')
  if (chooses(vendorOf(vendors, row.type).connector) !== choice)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `This source has no ${wordsFor[choice]} to choose from.` })
  return openVendorSession(vendors, row, { isForUser: true, isForLogin: true })
}

/** Each chosen account, as the vendor knows it, becomes a source. */
export const connectAccounts = async (
  context: Context,
  parts: ConnectParts,
  integrationId: string,
  chosen: readonly ChosenAccount[],
): Promise<{ items: Integration[]; total: number }> => {
  const { clientId } = context.caller
  const ref = { clientId, integrationId }
  const ids = await context.asSystem('connecting: several accounts of a login', async (tx) => {
    await lockAndCheck(tx, context)
    const { row, grantId } = await lockSource(tx, ref)
    const connected = await connectAll({ tx, context, parts, row, grantId }, chosen)
    return connected
  })
  const items = await context.inClient((tx) => integrations.readIntegrations(tx, clientId, ids))
  return { items, total: items.length }
}

/** The ad accounts that the login of a source reaches, for any vendor. */
export const listAdAccountsOf = async (context: Context, parts: Pick<ConnectParts, 'vendors'>, integrationId: string) =>
  listGrouped(await openLogin(context, parts, integrationId, 'ad_account'))

export const connectAdAccounts = async (context: Context, parts: ConnectParts, integrationId: string, choices: Choices) => {
  const vendorSession = await openLogin(context, parts, integrationId, 'ad_account')
  return connectAccounts(context, parts, integrationId, await lookUpAll(vendorSession, choices))
}
