import type { Integration } from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import type { Account, TokenSet } from '#server/connectors/kit/connector.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../events/service.ts'
import * as integrations from '../integrations/service.ts'
import type { IntegrationRow, Vendors } from '../integrations/service.ts'
import { markStep } from '../onboarding/service.ts'
import { beginIfPossible } from '../syncs/service.ts'
import { subscribeJob } from './job-names.ts'

export interface Connection {
  type: ProviderType
  name: string
  account: Account
  tokens: TokenSet
  /** The integration that is connected again. */
  integrationId: string | null
  /** Whether reading starts at once. */
  isRead: boolean
}

const another = (account: Account, row: IntegrationRow): AppError =>
  new AppError('OTHER_ACCOUNT', {
    detail: `This source is bound to ${row.account ?? row.hub_id ?? 'another account'}, and you chose ${account.name}. Choose the same account, or disconnect it and erase its data first.`,
  })

/** What was chosen before stays chosen: a new consent only tells who we are. */
const sameAccount = (row: IntegrationRow, account: Account): Account => {
  if (account.hubId !== null && row.hub_id !== null && account.hubId !== row.hub_id) throw another(account, row)
  const before = integrations.accountOf(row)
  return account.hubId === null && before.hubId !== null ? { ...before, facts: { ...before.facts, ...account.facts } } : account
}

/** The row to connect to: the one that was named, one that is bound to the same account, or none yet. */
const findKnown = async (tx: Tx, clientId: string, { type, account, integrationId }: Connection) => {
  if (integrationId !== null) {
    const row = await integrations.findIntegration(tx, { clientId, integrationId })
    if (row.type !== type) throw new AppError('NOT_FOUND')
    return row
  }
  return account.hubId === null ? undefined : integrations.selectByHub(tx, { clientId, type, hubId: account.hubId })
}

const bind = async (tx: Tx, context: Context, vendors: Vendors, connection: Connection): Promise<string> => {
  const { clientId, userId } = context.caller
  const { type, name, account } = connection
  const known = await findKnown(tx, clientId, connection)
  if (known) {
    await integrations.reviveIntegration(tx, { clientId, integrationId: known.id }, sameAccount(known, account))
    return known.id
  }
  const integrationId = newId()
  const { connector } = integrations.vendorOf(vendors, type)
  const { intervalMinutes } = connector.manifest
  if (
    !(await integrations.insertIntegration(tx, {
      clientId,
      integrationId,
      type,
      name,
      account,
      settings: {},
      intervalMinutes,
      userId,
    }))
  )
    throw new AppError('OTHER_ACCOUNT', { detail: 'This account was connected a moment ago. Reload to see it.' })
  return integrationId
}

/** Everything that a new connection means, in one transaction: the row, its sealed keys, what is told, and the first run. */
export const saveConnection = (
  context: Context,
  parts: { vendors: Vendors; desk: Desk },
  connection: Connection,
): Promise<{ integration: Integration }> =>
  context.asSystem('connecting: keep a new connection', async (tx, note) => {
    const { vendors, desk } = parts
    const { clientId, email } = context.caller
    const integrationId = await bind(tx, context, vendors, connection)
    const place = { clientId, integrationId }
    await integrations.storeTokens(tx, vendors.sealer, place, connection.tokens)
    const { connector } = integrations.vendorOf(vendors, connection.type)
    if (connector.webhook?.subscribe) await desk.enqueue(tx, subscribeJob, place, { clientId, key: integrationId })
    if (connector.manifest.category !== 'social') await markStep(tx, clientId, 'connect_crm')
    const row = await integrations.findIntegration(tx, place)
    await recordEvent(tx, { clientId, event: 'integration_connected', origin: 'user', actor: email, object: row.name })
    const wanted = { kind: 'full', origin: 'user', actor: email } as const
    const isKnown = (await integrations.readIntegration(tx, place)).last_success_at !== null
    if (connection.isRead) await beginIfPossible(tx, desk, row, isKnown ? { ...wanted, kind: 'incremental' } : wanted)
    await publish(tx, clientId, 'integrations')
    note({
      action: 'integration.connected',
      clientId,
      object: { type: 'integration', id: integrationId },
      after: { type: connection.type, account: row.account ?? '' },
    })
    return { integration: await integrations.readIntegration(tx, place) }
  })
