import type { Integration } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Account, TokenSet } from '#server/connectors/kit/access.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { accountOf, type IntegrationRow } from '../model.ts'
import { selectOfLogin, reviveIntegration, insertIntegration, selectByHub, selectIntegration, selectOfGhost } from '../queries.ts'
import { lockIntegrationRow } from '../lock-queries.ts'
import * as integrations from '../service.ts'
import { isOpen } from '../../ghost-companies/companies/service.ts'
import { forgetStreams } from '../../syncs/service.ts'
import type { VendorApps } from '../vendors/model.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { lockGrant, storeTokens } from '../vendors/tokens/token-provider.ts'
import { lockAndCheck } from '../lock-and-check.ts'
import { beginReading, type ConnectedSource, type SaveParts } from './begin.ts'

export interface ConnectedAccount {
  type: ProviderType
  name: string
  account: Account
  tokens: TokenSet
  /** The integration that is being reconnected. */
  integrationId: string | null
  /** The ghost company whose sheet it is. */
  ghostCompanyId: string | null
  /** Whether syncing starts immediately. */
  isRead: boolean
}

const another = (account: Account, row: IntegrationRow): AppError =>
  new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.hub_id ?? 'another account'}, but you chose ${account.name}. Choose the same account, or disconnect the source and erase its data first.`,
  })

const connectedElsewhere = ({ name }: Account): AppError =>
  new AppError('OTHER_ACCOUNT', { detail: `${name} is already connected as another source.` })

/** Earlier choices stay: a new consent only tells which login it is. */
const sameAccount = (row: IntegrationRow, account: Account): Account => {
  if (account.hubId !== null && row.hub_id !== null && account.hubId !== row.hub_id) throw another(account, row)
  const before = accountOf(row)
  return account.hubId === null && before.hubId !== null ? { ...before, facts: { ...before.facts, ...account.facts } } : account
}

/** The source that an account is for, as far as that is known before its row is locked. */
const knownId = async (
  tx: Tx,
  clientId: string,
  { type, account, integrationId, ghostCompanyId }: ConnectedAccount,
): Promise<string | undefined> => {
  if (ghostCompanyId !== null) return (await selectOfGhost(tx, clientId, ghostCompanyId))?.id
  if (integrationId !== null && (await selectIntegration(tx, { clientId, integrationId }))) return integrationId
  const { hubId } = account
  return hubId === null ? undefined : (await selectByHub(tx, { clientId, type, hubId }))?.id
}

const lockFound = (tx: Tx, row: IntegrationRow | undefined) =>
  row === undefined ? undefined : lockIntegrationRow(tx, { clientId: row.client_id, integrationId: row.id })

/** One with the same account. Only who names the sheet of a ghost company reconnects it. */
const findByAccount = async (tx: Tx, clientId: string, { type, account }: Pick<ConnectedAccount, 'type' | 'account'>) => {
  const { hubId } = account
  const bound = hubId === null ? undefined : await selectByHub(tx, { clientId, type, hubId })
  if (bound && bound.ghost_company_id !== null) throw connectedElsewhere(account)
  return lockFound(tx, bound)
}

/**
 * The row to connect: the named one, one with the same account, or none yet. It stays locked until the transaction
 * ends. A named row may have been erased while the user was at the vendor: the consent then creates a new source.
 */
const findKnown = async (tx: Tx, clientId: string, connected: ConnectedAccount) => {
  const { type, account, integrationId, ghostCompanyId } = connected
  if (ghostCompanyId !== null) return lockFound(tx, await selectOfGhost(tx, clientId, ghostCompanyId))
  if (integrationId !== null) {
    const known = await lockIntegrationRow(tx, { clientId, integrationId })
    if (known && known.row.type !== type) throw new AppError('NOT_FOUND')
    if (known) return known
  }
  return findByAccount(tx, clientId, { type, account })
}

interface Bound {
  integrationId: string
  /** Some of the synced data has already been erased. */
  isErased: boolean
}

export const revive = async (tx: Tx, known: { row: IntegrationRow; isErased: boolean }, account: Account): Promise<Bound> => {
  const { row, isErased } = known
  const ref = { clientId: row.client_id, integrationId: row.id }
  // The run that reads from the beginning stores the erased payloads again.
  if (isErased) await forgetStreams(tx, ref)
  await reviveIntegration(tx, ref, sameAccount(row, account))
  return { integrationId: row.id, isErased }
}

/** A source without an account must not take an account that another source reads. */
const assertFree = async (
  tx: Tx,
  row: Pick<IntegrationRow, 'client_id' | 'type' | 'hub_id'>,
  account: Account,
): Promise<void> => {
  const { hubId } = account
  if (row.hub_id !== null || hubId === null) return
  const { client_id: clientId, type } = row
  if (await selectByHub(tx, { clientId, type, hubId })) throw connectedElsewhere(account)
}

/** A ghost company may have been deleted while the user was at the vendor. */
const assertOpen = async (tx: Tx, clientId: string, ghostCompanyId: string | null): Promise<void> => {
  if (ghostCompanyId !== null && !(await isOpen(tx, { clientId, ghostCompanyId }))) throw new AppError('CONNECTION_EXPIRED')
}

const bind = async (
  tx: Tx,
  context: Context,
  vendors: VendorApps,
  connected: ConnectedAccount & { newSource: string },
): Promise<Bound> => {
  const { clientId, userId } = context.caller
  const { type, name, account, ghostCompanyId, newSource: integrationId } = connected
  const known = await findKnown(tx, clientId, connected)
  await assertOpen(tx, clientId, ghostCompanyId ?? known?.row.ghost_company_id ?? null)
  if (known) {
    await assertFree(tx, known.row, account)
    return revive(tx, known, account)
  }
  if (ghostCompanyId !== null) await assertFree(tx, { client_id: clientId, type, hub_id: null }, account)
  const { connector } = vendorOf(vendors, type)
  const { intervalMinutes } = connector.manifest
  if (
    !(await insertIntegration(tx, {
      clientId,
      integrationId,
      type,
      name,
      account,
      settings: {},
      intervalMinutes,
      userId,
      ghostCompanyId,
    }))
  )
    throw new AppError('OTHER_ACCOUNT', { detail: 'This account was connected a moment ago. Reload to see it.' })
  return { integrationId, isErased: false }
}

/** The id of the login, if one login reaches several accounts of a vendor: their sources share a grant. */
const loginOf = ({ sharedLogin }: Manifest, { facts }: Account): string | null =>
  sharedLogin === undefined ? null : (facts['login_id'] ?? null)

/** Locks the other sources of the same login. A source that was just disconnected stays disconnected. */
const lockSiblings = async (tx: Tx, siblings: readonly IntegrationRow[]): Promise<IntegrationRow[]> => {
  const locked: IntegrationRow[] = []
  for (const { client_id: clientId, id: integrationId } of siblings) {
    const known = await lockIntegrationRow(tx, { clientId, integrationId })
    if (known && known.row.status !== 'disconnected') locked.push(known.row)
  }
  return locked
}

/** The new consent repairs sources of the login that lost access: they are active again. */
const repairSiblings = async (tx: Tx, siblings: readonly IntegrationRow[]): Promise<ConnectedSource[]> => {
  const repaired: ConnectedSource[] = []
  for (const row of siblings.filter(({ status }) => status === 'error')) {
    const ref = { clientId: row.client_id, integrationId: row.id }
    await reviveIntegration(tx, ref, accountOf(row))
    repaired.push({ row: await integrations.findIntegration(tx, ref), isErased: false, isRead: true })
  }
  return repaired
}

/** Saves a connected account in one transaction: the rows, the sealed tokens of the login, the events, and the first runs. */
export const saveConnectedAccount = (
  context: Context,
  parts: SaveParts,
  connected: ConnectedAccount,
): Promise<{ integration: Integration }> =>
  context.asSystem('connecting: save a connected account', async (tx) => {
    await lockAndCheck(tx, context)
    const { vendors } = parts
    const { clientId } = context.caller
    const { type, account, tokens, isRead } = connected
    const loginId = loginOf(vendorOf(vendors, type).connector.manifest, account)
    const newSource = newId()
    const known = (await knownId(tx, clientId, connected)) ?? newSource
    const siblings = loginId === null ? [] : await selectOfLogin(tx, { clientId, type, loginId })
    const grant = await lockGrant(tx, { clientId, integrationId: known, type, loginId, others: siblings.map(({ id }) => id) })
    const { integrationId, isErased } = await bind(tx, context, vendors, { ...connected, newSource })
    const ref = { clientId, integrationId }
    const others = await lockSiblings(
      tx,
      siblings.filter(({ id }) => id !== integrationId),
    )
    await storeTokens(tx, vendors.sealer, grant, { tokens, sources: [integrationId, ...others.map(({ id }) => id)] })
    const row = await integrations.findIntegration(tx, ref)
    for (const restored of [{ row, isErased, isRead }, ...(await repairSiblings(tx, others))])
      await beginReading(tx, { context, parts }, restored)
    return { integration: await integrations.readIntegration(tx, ref) }
  })
