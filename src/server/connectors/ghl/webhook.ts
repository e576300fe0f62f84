import { createHash, createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { Delivery, WebhookEvent, Removal, Webhook } from '../kit/connector.ts'
import type { VendorApp } from '../kit/access.ts'
import { instantOf } from '../kit/text.ts'
import { jsonOf } from '../kit/wire.ts'

const tooOld = 300_000

const event = z.looseObject({
  type: z.string(),
  locationId: z.string().min(1),
  id: z.string().min(1),
  pipelineId: z.string().optional(),
  pipelineStageId: z.string().optional(),
  timestamp: z.union([z.string(), z.number()]).optional(),
  webhookId: z.string().optional(),
})

/** As the marketplace shows it, with or without the header and footer lines. */
const keyOf = ({ secrets }: VendorApp) => {
  const text = (secrets['WEBHOOK_PUBLIC_KEY'] ?? '').replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '')
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
}

const isSigned = (app: VendorApp, { headers, body }: Delivery): boolean => {
  const signature = headers['x-ghl-signature']
  if (signature === undefined) return false
  try {
    return verify(null, Buffer.from(body), keyOf(app), Buffer.from(signature, 'base64'))
  } catch {
    // An invalid key verifies nothing.
    return false
  }
}

/** The time is part of the signed body, so an old event cannot be replayed. */
const isRecent = ({ body, now }: Delivery): boolean => {
  const { timestamp } = (jsonOf(body) ?? {}) as { timestamp?: unknown }
  if (timestamp === undefined) return true
  const at = instantOf(timestamp)
  return at !== null && Math.abs(now.getTime() - Date.parse(at)) <= tooOld
}

type What = Pick<WebhookEvent, 'kind' | 'detail'>

/** Without a time an old event looks like a new one: it only reports that the record changed. */
const whatOf = ({ type, timestamp, pipelineId, pipelineStageId }: z.infer<typeof event>): What => {
  if (timestamp === undefined) return { kind: 'changed', detail: {} }
  if (type.endsWith('Delete')) return { kind: 'deleted', detail: {} }
  if (type === 'OpportunityStageUpdate' && pipelineStageId)
    return { kind: 'stage', detail: { stageId: pipelineStageId, pipelineId: pipelineId ?? '' } }
  return { kind: 'changed', detail: {} }
}

const read = ({ body, now }: Delivery): readonly WebhookEvent[] => {
  const { success, data } = event.safeParse(jsonOf(body))
  const subject = success && /^(Contact|Opportunity)[A-Z]/.exec(data.type)?.[1]
  if (!subject) return []
  return [
    {
      hubId: data.locationId,
      key: data.webhookId ?? createHash('sha256').update(body).digest('base64url'),
      ...whatOf(data),
      object: subject === 'Contact' ? 'contact' : 'opportunity',
      externalId: data.id,
      occurredAt: instantOf(data.timestamp) ?? now.toISOString(),
    },
  ]
}

const uninstall = z.looseObject({
  type: z.literal('UNINSTALL'),
  locationId: z.string().min(1).max(100).optional(),
  companyId: z.string().min(1).max(100).optional(),
})

/** From one location, or from an agency with all of its locations. */
const removalIn = ({ body }: Delivery): Removal | null => {
  const { locationId, companyId } = uninstall.safeParse(jsonOf(body)).data ?? {}
  if (locationId !== undefined) return { hubId: locationId }
  return companyId === undefined ? null : { loginId: companyId }
}

export const webhook: Webhook = {
  by: 'signature',
  isGenuine: (app, delivery) => isSigned(app, delivery) && isRecent(delivery),
  read,
  removalIn,
}
