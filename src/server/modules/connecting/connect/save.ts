import type { Integration } from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import type { Account, TokenSet } from '#server/connectors/kit/connector.ts'
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../../events/service.ts'
import * as integrations from '../../integrations/service.ts'
import type { IntegrationRow } from '../../integrations/service.ts'
import { settleNotices } from '../../notifications/service.ts'
import { markStep } from '../../onboarding/service.ts'
import { beginIfPossible, forgetStreams } from '../../syncs/service.ts'
import { storeTokens, vendorOf, type Vendors } from '../../vendors/service.ts'
import { subscribeJob } from '../job-names.ts'

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

/**
 * The row to connect to: the one that was named, one that is bound to the same account, or none yet. It is ours until we are done.
 * One that was named may have been erased while somebody was at the vendor: what they agreed to there is a new source then.
 */
const findKnown = async (tx: Tx, clientId: string, { type, account, integrationId }: Connection) => {
  if (integrationId !== null) {
    const known = await integrations.lockIntegration(tx, { clientId, integrationId })
    if (known && known.row.type !== type) throw new AppError('NOT_FOUND')
    if (known) return known
  }
  const { hubId } = account
  const bound = hubId === null ? undefined : await integrations.selectByHub(tx, { clientId, type, hubId })
  return bound && integrations.lockIntegration(tx, { clientId, integrationId: bound.id })
}

interface Bound {
  integrationId: string
  /** Some of what was read is gone already. */
  isErased: boolean
}

const revive = async (tx: Tx, known: { row: IntegrationRow; isErased: boolean }, account: Account): Promise<Bound> => {
  const { row, isErased } = known
  const place = { clientId: row.client_id, integrationId: row.id }
  // The run that reads from the beginning writes anew what has lost its delivery.
  if (isErased) await forgetStreams(tx, place)
  await integrations.reviveIntegration(tx, place, sameAccount(row, account))
  return { integrationId: row.id, isErased }
}

const bind = async (tx: Tx, context: Context, vendors: Vendors, connection: Connection): Promise<Bound> => {
  const { clientId, userId } = context.caller
  const { type, name, account } = connection
  const known = await findKnown(tx, clientId, connection)
  if (known) return revive(tx, known, account)
  const integrationId = newId()
  const { connector } = vendorOf(vendors, type)
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
  return { integrationId, isErased: false }
}

/** What is known is read on from where it was; what was being erased is read from the beginning. */
const readOn = async (
  tx: Tx,
  desk: Desk,
  { row, isErased, actor }: { row: IntegrationRow; isErased: boolean; actor: string },
) => {
  const place = { clientId: row.client_id, integrationId: row.id }
  const isKnown = (await integrations.readIntegration(tx, place)).last_success_at !== null
  const kind = isKnown && !isErased ? 'incremental' : 'full'
  const begun = await beginIfPossible(tx, desk, row, { kind, origin: 'user', actor })
  if (begun === null && isErased) await integrations.oweFullRun(tx, place)
}

/** What the audit may keep of an account: at ad platforms it is the name or the address of a person. */
const factsOf = ({ chooses }: Manifest, type: ProviderType, { account }: IntegrationRow) =>
  chooses === 'ad_account' ? { type } : { type, account: account ?? '' }

/** Everything that a new connection means, in one transaction: the row, its sealed keys, what is told, and the first run. */
export const saveConnection = (
  context: Context,
  parts: { vendors: Vendors; desk: Desk },
  connection: Connection,
): Promise<{ integration: Integration }> =>
  context.asSystem('connecting: keep a new connection', async (tx, note) => {
    const { vendors, desk } = parts
    const { clientId, email } = context.caller
    const { integrationId, isErased } = await bind(tx, context, vendors, connection)
    const place = { clientId, integrationId }
    await storeTokens(tx, vendors.sealer, place, connection.tokens)
    const { connector } = vendorOf(vendors, connection.type)
    if (connector.webhook?.subscribe) await desk.enqueue(tx, subscribeJob, place, { clientId, key: integrationId })
    if (connector.manifest.category !== 'social') await markStep(tx, clientId, 'connect_crm')
    const row = await integrations.findIntegration(tx, place)
    await recordEvent(tx, {
      clientId,
      event: 'integration_connected',
      origin: 'user',
      actor: email,
      object: integrations.titleOf(row),
    })
    await settleNotices(tx, clientId, { kinds: ['sync.lost', 'sync.expiring'], about: integrationId })
    if (connection.isRead) await readOn(tx, desk, { row, isErased, actor: email })
    else if (isErased) await integrations.oweFullRun(tx, place)
    await publish(tx, clientId, 'integrations')
    note({
      action: 'integration.connected',
      clientId,
      object: { type: 'integration', id: integrationId },
      after: factsOf(connector.manifest, connection.type, row),
    })
    return { integration: await integrations.readIntegration(tx, place) }
  })
