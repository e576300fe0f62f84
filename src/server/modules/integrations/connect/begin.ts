// What follows when a source gets new access: it is recorded, notifications are settled, and a run is opened.
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Connector } from '#server/connectors/kit/connector.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import type { Context } from '#server/platform/http/context.ts'
import { oweFullRun } from '../schedule/queries.ts'
import * as integrations from '../service.ts'
import type { IntegrationRow } from '../model.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { settleNotices } from '../../notifications/service.ts'
import { beginIfPossible } from '../../syncs/service.ts'
import type { VendorApps } from '../vendors/model.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { subscribeJob } from '../job-names.ts'
import { recordConnected } from './record-connected.ts'

export interface SaveParts {
  vendors: VendorApps
  dispatcher: Dispatcher
}

export interface ConnectedSource {
  row: IntegrationRow
  /** Some of the synced data has already been erased. */
  isErased: boolean
  /** Whether syncing starts immediately. */
  isRead: boolean
}

/** Continues from the known state. If data was being erased, everything is read from the beginning. */
const readOn = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { row, isErased, actor }: { row: IntegrationRow; isErased: boolean; actor: string },
) => {
  const ref = { clientId: row.client_id, integrationId: row.id }
  const isKnown = (await integrations.readIntegration(tx, ref)).last_success_at !== null
  const kind = isKnown && !isErased ? 'incremental' : 'full'
  const begun = await beginIfPossible(tx, dispatcher, row, { kind, origin: 'user', actor })
  if (begun === null && isErased) await oweFullRun(tx, ref)
}

/** What the audit log may keep of an account: at ad platforms the account may be a user's name or email address. */
const factsOf = ({ adAccounts }: Connector, type: ProviderType, { account }: IntegrationRow) =>
  adAccounts ? { type } : { type, account: account ?? '' }

/** What a new connection means for one source: what is recorded, which notifications are settled, and the run that follows. */
export const beginReading = async (
  tx: Tx,
  { context, parts: { vendors, dispatcher } }: { context: Context; parts: SaveParts },
  { row, isErased, isRead }: ConnectedSource,
): Promise<void> => {
  const { clientId, email } = context.caller
  const ref = { clientId, integrationId: row.id }
  const { type } = row
  const { connector } = vendorOf(vendors, type)
  if (connector.webhook?.subscribe) await dispatcher.enqueue(tx, subscribeJob, ref, { clientId, key: row.id })
  await recordConnected(tx, row, email)
  await settleNotices(tx, clientId, { kinds: ['sync.lost', 'sync.expiring'], about: row.id })
  if (isRead) await readOn(tx, dispatcher, { row, isErased, actor: email })
  else if (isErased) await oweFullRun(tx, ref)
  await record(tx, acts['integration.connected'], {
    clientId,
    object: { id: row.id },
    after: factsOf(connector, type, row),
  })
}
