import { maskEmail, maskName } from '../masks.ts'

/** The facts about an object, as far as they may be shown: never a secret. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

type Change = readonly [unknown, unknown]

const masks: Record<string, (text: string) => string> = { name: maskName, lastname: maskName, email: maskEmail }

/** Secrets should never get here; if one does, it is dropped. */
const secret = /password|token|secret|code|key$/i

/** An email identifies a person, anywhere in a text. */
const address = /(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/g

const shown = (field: string, value: Facts[string] | undefined): unknown => {
  if (value === undefined || value === null) return null
  const mask = masks[field]
  if (typeof value !== 'string') return value
  return mask ? mask(value) : value.replaceAll(address, maskEmail)
}

/** What changed, field by field: before and after, with personal data masked. */
export const diffOf = (before: Facts = {}, after: Facts = {}): Record<string, Change> => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !secret.test(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, [shown(field, before[field]), shown(field, after[field])]]))
}
