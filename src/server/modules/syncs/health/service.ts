// Whether we still have access to sources.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { record } from '../../acts/service.ts'
import { recordHealth } from '../../integrations/health/service.ts'
import type { IntegrationRef } from '../../integrations/model.ts'
import { settleNotices } from '../../notifications/service.ts'
import type { Health } from '../../integrations/vendors/model.ts'
import { acts } from '../acts.ts'
import { probeJob } from './job-names.ts'

interface Learned {
  ref: IntegrationRef
  name: string
  health: Health
  /** The run, probe or request that found it: users are notified once for each. */
  by: string
  /** The user who asked and sees the answer already. */
  asked?: string
}

/** Stores whether we have access. Admins are notified when that has changed. */
export const keepHealth = async (tx: Tx, dispatcher: Dispatcher, { ref, name, health, by, asked }: Learned): Promise<void> => {
  const { clientId, integrationId } = ref
  const { status, reason, technical = null } = health
  const isLost = status === 'error'
  const provider = await recordHealth(tx, ref, health)
  if (provider === undefined) return
  if (!isLost) await settleNotices(tx, clientId, { kinds: ['sync.lost'], about: integrationId })
  const act = isLost ? acts['sync.lost'] : acts['sync.recovered']
  await record(tx, act, {
    clientId,
    by: { origin: 'system' },
    object: { id: integrationId, name },
    ...(reason === null ? {} : { error: reason, technical }),
    dispatcher,
    notice: {
      except: asked,
      about: integrationId,
      change: by,
      data: { name, integrationId, provider, ...(reason === null ? {} : { reason }) },
    },
  })
}

/** Asks the vendor soon whether we still have access. */
export const requestProbe = (tx: Tx, dispatcher: Dispatcher, ref: IntegrationRef): Promise<void> =>
  dispatcher.enqueue(tx, probeJob, ref, { clientId: ref.clientId, key: ref.integrationId })
