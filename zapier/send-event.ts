import { postEvent, type EventReply } from './calls.ts'
import type { Perform } from './platform.ts'
import { eventFields } from './event-fields.ts'

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Zapier may leave out the colon in the offset of a time, which Tributary requires. */
const withColon = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : value)

const eventOf = (input: Record<string, unknown>): object => {
  const event = Object.fromEntries(Object.entries(input).filter(([, value]) => isFilled(value)))
  return 'occurred_at' in event ? { ...event, occurred_at: withColon(event['occurred_at']) } : event
}

const perform: Perform<Omit<EventReply, 'rejected'>> = async (z, bundle) => {
  const { accepted, duplicates, rejected, held } = await postEvent(z, bundle, eventOf(bundle.inputData))
  const [problem] = rejected
  if (problem) throw new z.errors.Error(`Tributary rejected this event: ${problem.text}`, problem.code, 422)
  return { accepted, duplicates, ...(held ? { held } : {}) }
}

export const sendEvent = {
  key: 'send_event',
  noun: 'Event',
  display: {
    label: 'Send Lead or Deal',
    description: 'Creates or updates a lead, moves a deal to a stage, marks it as won or lost, or adds a touch.',
  },
  operation: {
    perform,
    inputFields: eventFields,
    sample: { accepted: 1, duplicates: 0 },
    outputFields: [
      { key: 'accepted', label: 'Accepted', type: 'integer' },
      { key: 'duplicates', label: 'Duplicates', type: 'integer' },
      { key: 'held', label: 'Held', type: 'boolean' },
    ],
  },
}
