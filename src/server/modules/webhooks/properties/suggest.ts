// What a property that arrived unasked could be, judged by its name and its values.
import { z } from 'zod'
import { emailPattern } from '#contract/kit/text-rules.ts'
import { labelOf } from '#contract/kit/texts.ts'
import type { PropertyType, SetAsideProperty } from '#contract/webhooks/properties.ts'

export interface SeenValue {
  /** Its beginning, if it is long. */
  value: string
  count: number
}

interface Seen {
  name: string
  /** The most frequent values first. */
  values: readonly SeenValue[]
  /** How many different values there are besides. */
  otherValues: number
  /** How many events brought it, and how many of these are about an opportunity. */
  count: number
  ofOpportunities: number
}

const enumMax = 10

const phonePattern = /^\+?[\d\s()./-]+$/
const datePattern = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/
const isPhone = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').length
  return phonePattern.test(text) && !datePattern.test(text) && digits >= 7 && digits <= 15
}
const phoneName = /(^|_)(phone|mobile|cell|tel|telephone|fax|whatsapp)(_|$)/

const date = z.iso.date()
const datetime = z.iso.datetime({ offset: true, local: true })
const enumValue = labelOf('a value', 100)

/** In the order in which they are tried. A number with a leading zero is a code, not an amount. */
const forms: readonly (readonly [PropertyType, (text: string) => boolean])[] = [
  ['boolean', (text) => /^(true|false|yes|no)$/i.test(text)],
  ['number', (text) => /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text)],
  ['date', (text) => date.safeParse(text).success],
  ['datetime', (text) => datetime.safeParse(text).success],
  ['email', (text) => emailPattern.test(text)],
  ['phone', isPhone],
]

const isEnum = ({ values, otherValues }: Pick<Seen, 'values' | 'otherValues'>): boolean =>
  values.length > 0 &&
  otherValues === 0 &&
  values.length <= enumMax &&
  values.every(({ value, count }) => count >= 2 && enumValue.safeParse(value).success) &&
  new Set(values.map(({ value }) => value.trim())).size === values.length

export const suggestType = (seen: Pick<Seen, 'name' | 'values' | 'otherValues'>): PropertyType => {
  const texts = seen.values.map(({ value }) => value.trim())
  if (texts.length === 0) return 'string'
  const isNamedPhone = phoneName.test(wordsOf(seen.name))
  if (isNamedPhone && texts.every(isPhone)) return 'phone'
  const form = forms.find(([, fits]) => texts.every(fits))
  return form?.[0] ?? (isEnum(seen) ? 'enum' : 'string')
}

/** `firstName` and `First name` are `first_name`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')

const personal =
  /(^|_)(name|firstname|lastname|surname|nickname|e_?mail|phone|mobile|cell|tel|telephone|fax|whatsapp|address|street|birth|birthday|birthdate|dob|age|gender|ssn|passport|iban|spouse|nationality|religion)(_|$)/

/** A name of these is not that of a person. */
const thing =
  /(^|_)(company|business|brand|campaign|ad|adset|product|plan|service|form|page|file|event|list|source|pipeline|stage|project|branch|domain|host|user_?agent|utm)_name(_|$)/

export const looksPersonal = (name: string): boolean => {
  const words = wordsOf(name)
  return personal.test(words) && !thing.test(words)
}

export const suggest = (seen: Seen): SetAsideProperty['suggestion'] => {
  const type = suggestType(seen)
  return {
    type,
    enum_values: type === 'enum' ? seen.values.map(({ value }) => value.trim()) : [],
    maps_to: seen.ofOpportunities * 2 > seen.count ? 'opportunity.custom' : 'contact.custom',
    pii: type === 'email' || type === 'phone' || looksPersonal(seen.name),
  }
}
