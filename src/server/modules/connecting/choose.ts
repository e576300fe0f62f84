// Which of several ad accounts an integration reads: exactly one.
import type { AdAccount } from '#contract/ad-accounts.ts'
import type { Integration } from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { publish } from '#server/platform/live/hub.ts'
import * as integrations from '../integrations/service.ts'
import type { IntegrationRow, Line, Vendors } from '../integrations/service.ts'
import { beginIfPossible } from '../syncs/service.ts'
import type { ConnectParts } from './connect.ts'

interface Which {
  client_id?: string | undefined
  integration_id?: string | undefined
}

const find = (context: Context, type: ProviderType, which: Which): Promise<IntegrationRow> =>
  context.inClient(async (tx) => {
    const clientId = integrations.ownClient(context, which.client_id)
    const rows = (await integrations.selectOfType(tx, clientId, type)).filter(({ status }) => status !== 'disconnected')
    const row = which.integration_id === undefined ? rows[0] : rows.find(({ id }) => id === which.integration_id)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  })

const openTo = async (
  context: Context,
  vendors: Vendors,
  type: ProviderType,
  which: Which,
): Promise<Line & { row: IntegrationRow }> => {
  const row = await find(context, type, which)
  return { ...integrations.openLine(vendors, row, { isForPerson: true }), row }
}

const accountsOf = async ({ connector, session }: Line): Promise<AdAccount[]> => {
  const accounts = await integrations.answered(connector.adAccounts?.(session) ?? Promise.resolve([]))
  return accounts.map(({ id, name, businessId, currency, isActive }) => ({
    id,
    name,
    businessid: businessId,
    currency,
    active: isActive,
  }))
}

export const listAdAccounts = async (
  context: Context,
  vendors: Vendors,
  type: ProviderType,
  which: Which,
): Promise<{ items: AdAccount[] }> => ({
  items: await accountsOf(await openTo(context, vendors, type, which)),
})

export const listBusinesses = async (context: Context, vendors: Vendors, type: ProviderType, which: Which) => {
  const line = await openTo(context, vendors, type, which)
  const businesses = await integrations.answered(line.connector.businesses?.(line.session) ?? Promise.resolve([]))
  return { line, items: businesses.map(({ id, name }) => ({ id, name })) }
}

/** Each with the ad accounts under it; those that nobody manages stand by themselves. */
export const listManagers = async (context: Context, vendors: Vendors, type: ProviderType, which: Which) => {
  const { line, items } = await listBusinesses(context, vendors, type, which)
  const accounts = await accountsOf(line)
  const managed = items.map((business) => ({
    ...business,
    accounts: accounts.filter(({ businessid }) => businessid === business.id),
  }))
  const alone = accounts.filter(({ businessid }) => !items.some(({ id }) => id === businessid))
  return { items: [...managed, ...alone.map((account) => ({ id: account.id, name: account.name, accounts: [account] }))] }
}

interface Choice extends Which {
  adaccount: string
  businessid?: string | null | undefined
}

export const chooseAdAccount = async (
  context: Context,
  parts: ConnectParts,
  type: ProviderType,
  choice: Choice,
): Promise<Integration> => {
  const { vendors, desk } = parts
  const line = await openTo(context, vendors, type, choice)
  const { row } = line
  const { clientId, email } = context.caller
  if (row.hub_id !== null && row.hub_id !== choice.adaccount)
    throw new AppError('OTHER_ACCOUNT', {
      detail: `This source reads ${row.account ?? row.hub_id}. Disconnect it and erase its data before another ad account is chosen.`,
    })
  const chosen = (await accountsOf(line)).find(({ id }) => id === choice.adaccount)
  if (!chosen) throw new AppError('NOT_FOUND', { detail: 'The connected person cannot reach this ad account.' })
  const managerId = choice.businessid ?? chosen.businessid
  const businesses = await integrations.answered(line.connector.businesses?.(line.session) ?? Promise.resolve([]))
  const manager = businesses.find(({ id }) => id === managerId)
  return context.asSystem('connecting: bind an ad account', async (tx, note) => {
    const place = { clientId, integrationId: row.id }
    const account = {
      ...integrations.accountOf(row),
      hubId: chosen.id,
      name: chosen.name,
      managerAccount: manager?.name ?? null,
      managerAccountId: manager?.id ?? null,
    }
    if (!(await integrations.setAccount(tx, place, account)))
      throw new AppError('OTHER_ACCOUNT', { detail: 'This ad account is connected already, as another source.' })
    await beginIfPossible(tx, desk, await integrations.findIntegration(tx, place), { kind: 'full', origin: 'user', actor: email })
    await publish(tx, clientId, 'integrations')
    note({
      action: 'integration.account_chosen',
      clientId,
      object: { type: 'integration', id: row.id },
      after: { account: chosen.name },
    })
    return integrations.readIntegration(tx, place)
  })
}
