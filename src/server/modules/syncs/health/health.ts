import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { publish } from '#server/platform/live/hub.ts'
import { recordEvent } from '../../events/service.ts'
import { markAnswered, setStatus, type IntegrationRef } from '../../integrations/service.ts'
import { notify, settleNotices } from '../../notifications/service.ts'
import type { Health } from '../../integrations/vendors/service.ts'

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
  if (!isLost) await markAnswered(tx, place)
  const provider = await setStatus(tx, place, health)
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
