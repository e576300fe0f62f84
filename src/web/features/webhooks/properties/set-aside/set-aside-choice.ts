import type { PropertyType, SetAsideProperty } from '#contract/webhooks/properties.ts'
import type { PropertyInput } from '#web/data/webhooks/properties.ts'
import { labelFromName } from '../property-words.ts'

/** What is chosen for a property before it is accepted. */
export interface SetAsideChoice {
  type: PropertyType
  target: string
  isPersonal: boolean
}

/** Known only if every value that was seen is listed. */
export const valuesOf = ({ suggestion, values, other_values: others }: SetAsideProperty): string[] => {
  if (suggestion.enum_values.length > 0) return suggestion.enum_values
  return others === 0 ? values.map(({ value }) => value).filter((value) => value !== '') : []
}

const longest = 200

export const inputOf = (item: SetAsideProperty, { type, target, isPersonal }: SetAsideChoice): PropertyInput => ({
  name: item.name,
  label: labelFromName(item.name),
  type,
  enum_values: type === 'enum' ? valuesOf(item) : [],
  maps_to: target,
  pii: isPersonal,
  // The example is shown to everyone who sees the catalog.
  example: isPersonal ? '' : (item.values[0]?.value ?? '').slice(0, longest),
})
