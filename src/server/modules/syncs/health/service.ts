// Whether sources still let us in.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../../events/service.ts'
import { recordHealth } from '../../integrations/health/service.ts'
import type { IntegrationRef } from '../../integrations/model.ts'
import { notify, settleNotices } from '../../notifications/service.ts'
import type { Health } from '../../integrations/vendors/model.ts'
import { probeJob } from './job-names.ts'

interface Learned {
  place: IntegrationRef
  name: string
  health: Health
  /** The run, the probe or the request that learned it: people hear of it once. */
  by: string
  /** Whoever asked, and sees the answer already. */
  asked?: string
}

/** Whether a source lets us in, written down. People are told when that is another answer than before. */
export const keepHealth = async (tx: Tx, dispatcher: Dispatcher, { place, name, health, by, asked }: Learned): Promise<void> => {
  const { clientId, integrationId } = place
  const { status, reason, technical = null } = health
  const isLost = status === 'error'
  const provider = await recordHealth(tx, place, health)
  if (provider === undefined) return
  if (!isLost) await settleNotices(tx, clientId, { kinds: ['sync.lost'], about: integrationId })
  const kind = isLost ? 'sync.lost' : 'sync.recovered'
  await notify(tx, dispatcher, {
    clientId,
    to: 'admins',
    except: asked,
    kind,
    key: `${kind} ${integrationId} ${by}`,
    data: { name, integrationId, provider, ...(reason === null ? {} : { reason }) },
  })
  await recordEvent(tx, {
    clientId,
    event: isLost ? 'integration_lost' : 'integration_recovered',
    origin: 'system',
    object: name,
    ...(reason === null ? {} : { error: reason, technical }),
  })
  await publish(tx, clientId, 'integrations')
}

/** The vendor is asked soon whether it still lets us in. */
export const requestProbe = (tx: Tx, dispatcher: Dispatcher, place: IntegrationRef): Promise<void> =>
  dispatcher.enqueue(tx, probeJob, place, { clientId: place.clientId, key: place.integrationId })
