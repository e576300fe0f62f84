import { IconX, type Icon } from '@tabler/icons-react'
import type { DeliveryState, WebhookDelivery } from '#contract/webhooks/deliveries.ts'
import { locale } from '#web/lib/format/locale.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import type { StatusKind } from '#web/ui/StatusBadge.tsx'

export const badges: Record<DeliveryState, { kind: StatusKind; icon?: Icon }> = {
  waiting: { kind: 'info' },
  applied: { kind: 'good' },
  duplicate: { kind: 'off', icon: IconX },
  rejected: { kind: 'bad' },
  held: { kind: 'wait' },
}

/** What helps in the list: a rejected event has to be changed first, a held one only has to be applied. */
export const helpFor = ({ state, can_replay: can }: WebhookDelivery): 'repair' | 'replay' | undefined => {
  if (!can) return undefined
  if (state === 'rejected') return 'repair'
  return state === 'held' ? 'replay' : undefined
}

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })
const dayAndTime = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** With seconds today, because several come in a minute; else with the day. */
export const deliveryTime = (instant: string, now = Date.now()): string => {
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString()
  return (isToday ? clock : dayAndTime).format(new Date(instant))
}

/** For a button among others: which delivery it is about. */
export const deliveryName = ({ event_id: id, received_at: at }: Pick<WebhookDelivery, 'event_id' | 'received_at'>): string =>
  id ?? exactTime(at)
