// The values of an event by what they are written to.
import type { CheckedItem } from '../inbound/check-item.ts'
import type { PropertyValue } from '../inbound/values.ts'

type Values = ReadonlyMap<string, PropertyValue>

/** By the name of a column or of a field of its own. */
export interface Mapped {
  contact: Values
  opportunity: Values
  touch: Values
}

const targetOf = ({ mapsTo, name }: { mapsTo: string; name: string }): [keyof Mapped, string] => {
  const [object = 'custom', field = 'custom'] = mapsTo.split('.')
  const own = field === 'custom' ? name : field
  return object === 'opportunity' || object === 'touch' ? [object, own] : ['contact', own]
}

export const mappedOf = ({ values }: CheckedItem): Mapped => {
  const mapped = { contact: new Map<string, PropertyValue>(), opportunity: new Map(), touch: new Map() }
  for (const { property, value } of values) {
    const [object, field] = targetOf(property)
    mapped[object].set(field, value)
  }
  return mapped
}
