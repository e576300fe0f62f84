// Chooses which of several ad accounts an integration reads: exactly one.
import type { AdAccount } from '#contract/integrations/ad-accounts.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { accountOf, type IntegrationRow, type IntegrationRef } from '../model.ts'
import { setAccount, selectOfType } from '../queries.ts'
import * as integrations from '../service.ts'
import { beginIfPossible } from '../../syncs/service.ts'
import { openVendorSession } from '../vendors/service.ts'
import type { VendorSession, VendorApps } from '../vendors/model.ts'
import { answered } from '../vendors/failure.ts'
import type { ConnectParts } from '../connect/parts.ts'
import { recordConnected } from '../connect/record-connected.ts'
import { lockAndCheck } from '../lock-and-check.ts'

interface Which {
  client_id?: string | undefined
  integration_id?: string | undefined
}

interface Business {
  id: string
  name: string
}

const find = (context: Context, type: ProviderType, which: Which): Promise<IntegrationRow> =>
  context.inClient(async (tx) => {
    const clientId = integrations.ownClient(context, which.client_id)
    const rows = (await selectOfType(tx, clientId, type)).filter(({ status }) => status !== 'disconnected')
    const row = which.integration_id === undefined ? rows[0] : rows.find(({ id }) => id === which.integration_id)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  })

const openTo = async (
  context: Context,
  vendors: VendorApps,
  type: ProviderType,
  which: Which,
): Promise<VendorSession & { row: IntegrationRow }> => {
  const row = await find(context, type, which)
  return { ...openVendorSession(vendors, row, { isForUser: true }), row }
}

export const accountsOf = async ({ connector, session }: VendorSession): Promise<AdAccount[]> => {
  const accounts = await answered(() => connector.adAccounts?.list(session) ?? [])
  return accounts.map(({ id, name, businessId, currency, isActive }) => ({
    id,
    name,
    businessid: businessId,
    currency,
    active: isActive,
  }))
}

export const businessesOf = async ({ connector, session }: VendorSession): Promise<Business[]> => {
  const businesses = await answered(() => connector.adAccounts?.businesses(session) ?? [])
  return businesses.map(({ id, name }) => ({ id, name }))
}

export const listAdAccounts = async (
  context: Context,
  vendors: VendorApps,
  type: ProviderType,
  which: Which,
): Promise<{ items: AdAccount[] }> => ({
  items: await accountsOf(await openTo(context, vendors, type, which)),
})

export const listBusinesses = async (context: Context, vendors: VendorApps, type: ProviderType, which: Which) => {
  const vendorSession = await openTo(context, vendors, type, which)
  return { vendorSession, items: await businessesOf(vendorSession) }
}

/** Each business with its ad accounts, and the ad accounts without a business. */
const groupByBusiness = (businesses: readonly Business[], accounts: readonly AdAccount[]) => ({
  managed: businesses.map((business) => ({
    ...business,
    accounts: accounts.filter(({ businessid }) => businessid === business.id),
  })),
  alone: accounts.filter(({ businessid }) => !businesses.some(({ id }) => id === businessid)),
})

/** For any vendor. Ad accounts without a business come last, together. */
export const listGrouped = async (vendorSession: VendorSession) => {
  const [businesses, accounts] = await Promise.all([businessesOf(vendorSession), accountsOf(vendorSession)])
  const { managed, alone } = groupByBusiness(businesses, accounts)
  return { items: [...managed, ...(alone.length > 0 ? [{ id: null, name: null, accounts: alone }] : [])] }
}

/** Ad accounts without a business are listed separately. */
export const listManagers = async (context: Context, vendors: VendorApps, type: ProviderType, which: Which) => {
  const { vendorSession, items } = await listBusinesses(context, vendors, type, which)
  const { managed, alone } = groupByBusiness(items, await accountsOf(vendorSession))
  return { items: [...managed, ...alone.map((account) => ({ id: account.id, name: account.name, accounts: [account] }))] }
}

export interface Choice extends Which {
  adaccount: string
  businessid?: string | null | undefined
}

/** A source reads one ad account, and never changes to another one. */
const checkFree = ({ hub_id: hubId, account }: IntegrationRow, { adaccount }: Choice): void => {
  if (hubId === null || hubId === adaccount) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${account ?? hubId}. Disconnect it and erase its data before you choose another ad account.`,
  })
}

/**
 * The business that manages an ad account: the named one, or its own. An ad account without a business is listed under
 * itself.
 */
const managerOf = (businesses: readonly Business[], { id, businessid }: AdAccount, { businessid: named }: Choice) => {
  const own = businesses.find((business) => business.id === businessid)
  if (!named || (!own && named === id)) return own
  const manager = businesses.find((business) => business.id === named)
  if (manager) return manager
  throw new AppError('NOT_FOUND', { detail: "The user who connected doesn't have access to this business or manager account." })
}

export interface ReachableAccounts {
  accounts: readonly AdAccount[]
  businesses: readonly Business[]
}

/** The chosen account, as the vendor knows it. */
export const chosenFrom = ({ accounts, businesses }: ReachableAccounts, choice: Choice) => {
  const chosen = accounts.find(({ id }) => id === choice.adaccount)
  if (!chosen) throw new AppError('NOT_FOUND', { detail: "The user who connected doesn't have access to this ad account." })
  const manager = managerOf(businesses, chosen, choice)
  return { hubId: chosen.id, name: chosen.name, managerAccount: manager?.name ?? null, managerAccountId: manager?.id ?? null }
}
export type ChosenAccount = ReturnType<typeof chosenFrom>

const lookUp = async (vendorSession: VendorSession, choice: Choice): Promise<ChosenAccount> => {
  const accounts = await accountsOf(vendorSession)
  // If the chosen account is not reachable, loading the businesses is not needed.
  if (!accounts.some(({ id }) => id === choice.adaccount)) return chosenFrom({ accounts, businesses: [] }, choice)
  return chosenFrom({ accounts, businesses: await businessesOf(vendorSession) }, choice)
}

/** Another user may have chosen or disconnected while we asked the vendor. */
const lockFree = async (tx: Tx, ref: IntegrationRef, choice: Choice): Promise<IntegrationRow> => {
  const row = await integrations.lockExisting(tx, ref)
  if (row.status === 'disconnected') throw new AppError('NOT_FOUND')
  checkFree(row, choice)
  return row
}

export const chooseAdAccount = async (
  context: Context,
  { vendors, dispatcher }: ConnectParts,
  type: ProviderType,
  choice: Choice,
): Promise<Integration> => {
  const vendorSession = await openTo(context, vendors, type, choice)
  checkFree(vendorSession.row, choice)
  const chosen = await lookUp(vendorSession, choice)
  const { clientId, email } = context.caller
  const ref = { clientId, integrationId: vendorSession.row.id }
  return context.asSystem('connecting: bind an ad account', async (tx) => {
    await lockAndCheck(tx, context)
    const row = await lockFree(tx, ref, choice)
    if (!(await setAccount(tx, ref, { ...accountOf(row), ...chosen })))
      throw new AppError('OTHER_ACCOUNT', { detail: 'This ad account is already connected as another source.' })
    const bound = await integrations.findIntegration(tx, ref)
    if (row.hub_id === null) await recordConnected(tx, bound, email)
    await beginIfPossible(tx, dispatcher, bound, { kind: 'full', origin: 'user', actor: email })
    await record(tx, acts['integration.account_chosen'], {
      clientId,
      object: { id: row.id },
      after: { account: chosen.name },
    })
    return integrations.readIntegration(tx, ref)
  })
}
