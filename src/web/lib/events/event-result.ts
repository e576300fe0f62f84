import type { Event } from '#contract/events/events.ts'

type Name = Event['event']
type EventResult = 'done' | 'partial' | 'held' | 'failed' | 'canceled'

const results: Partial<Record<Name, EventResult>> = {
  sync_done: 'done',
  sync_done_with_rejects: 'partial',
  sync_held: 'held',
  sync_failed: 'failed',
  sync_canceled: 'canceled',
  integration_failed: 'failed',
  integration_lost: 'failed',
  integration_recovered: 'done',
}

/** The result of an event; null for an event that cannot fail. */
export const resultOf = (event: Name): EventResult | null => results[event] ?? null

/** The kind of status that each result is shown as. */
export const resultKinds = { done: 'good', partial: 'wait', held: 'wait', failed: 'bad', canceled: 'off' } as const
