// Values of properties, by the types of the catalogue.
import { currencyRule } from '#contract/kit/currencies.ts'
import { emailPattern } from '#contract/kit/text-rules.ts'
import { inboundLimits } from '#contract/webhooks/inbound.ts'
import type { PropertyType } from '#contract/webhooks/properties.ts'
import type { CatalogueProperty } from '../model.ts'

export type PropertyValue = string | number | boolean

type Reader = (value: PropertyValue, property: Pick<CatalogueProperty, 'enumValues'>) => PropertyValue | undefined

const textOf = (value: PropertyValue): string => String(value).trim()

const isRealDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const yes = new Set(['true', 'yes', 'y', '1'])
const no = new Set(['false', 'no', 'n', '0'])

const numberOf = (value: PropertyValue): number | undefined => {
  if (typeof value === 'number') return value
  const text = textOf(value)
  return typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined
}

/** The value as it is stored; undefined: it has another type. */
const readers: Record<PropertyType, Reader> = {
  string: textOf,
  number: numberOf,
  boolean: (value) => {
    const word = textOf(value).toLowerCase()
    if (yes.has(word)) return true
    return no.has(word) ? false : undefined
  },
  date: (value) => {
    const text = textOf(value)
    return /^\d{4}-\d\d-\d\d$/.test(text) && isRealDay(text) ? text : undefined
  },
  datetime: (value) => {
    const text = textOf(value)
    const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    return isWritten && isRealDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined
  },
  email: (value) => {
    const text = textOf(value)
    return text.length <= 254 && emailPattern.test(text) ? text : undefined
  },
  phone: (value) => {
    const text = textOf(value)
    const digits = text.replaceAll(/\D/g, '').length
    return /^[+\d][\d\s().-]{4,40}$/.test(text) && digits >= 5 && digits <= 15 ? text : undefined
  },
  enum: (value, { enumValues }) => enumValues.find((one) => one.toLowerCase() === textOf(value).toLowerCase()),
}

const described: Record<PropertyType, (property: Pick<CatalogueProperty, 'enumValues'>) => string> = {
  string: () => 'text',
  number: () => 'a number',
  boolean: () => 'yes or no',
  date: () => 'a date such as 2026-03-01',
  datetime: () => 'a time such as 2026-03-01T10:00:00Z',
  email: () => 'an email address',
  phone: () => 'a phone number',
  enum: ({ enumValues }) => `one of ${enumValues.slice(0, 10).join(', ')}`,
}

interface Target {
  fits: (value: PropertyValue) => boolean
  form: string
}

/** Fields of ours that take less than their properties' types do. */
const targets: Readonly<Record<string, Target>> = {
  'opportunity.amount': {
    fits: (value) => Math.abs(numberOf(value) ?? Infinity) <= inboundLimits.amount,
    form: 'an amount',
  },
  'opportunity.currency': { fits: (value) => currencyRule(String(value)) === undefined, form: 'a currency such as USD' },
}

export const readValue = (property: CatalogueProperty, given: PropertyValue): PropertyValue | undefined => {
  const value = readers[property.type](given, property)
  const fits = targets[property.mapsTo]?.fits ?? (() => true)
  return value !== undefined && fits(value) ? value : undefined
}

/** Why a value was rejected, with its beginning. */
export const wrongType = (property: CatalogueProperty, value: PropertyValue): string =>
  `${property.name} is "${String(value).slice(0, 40)}", not ${targets[property.mapsTo]?.form ?? described[property.type](property)}`
