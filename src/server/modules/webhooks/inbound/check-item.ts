// One event: its form, and its properties against the catalogue.
import type { z } from 'zod'
import { inboundItem, inboundLimits, type InboundItem, type InboundReply } from '#contract/webhooks/inbound.ts'
import { comparableIdentifiers } from '../../crm/stored/service.ts'
import type { Catalogue, CatalogueProperty } from '../model.ts'
import { readValue, wrongType, type PropertyValue } from './values.ts'

type Code = InboundReply['rejected'][number]['code']

export interface Problem {
  code: Code
  text: string
  field?: string
}

export interface CheckedItem {
  item: InboundItem
  values: readonly { property: CatalogueProperty; value: PropertyValue }[]
  /** Properties that are not in the catalogue. */
  setAside: readonly string[]
}

export type Checked = { problem: Problem } | CheckedItem

const refused = (code: Code, text: string, field?: string): { problem: Problem } => ({
  problem: { code, text, ...(field === undefined ? {} : { field }) },
})

/** By the names of fields only: values may be personal. */
const formProblem = ({ issues }: z.ZodError): { problem: Problem } => {
  const [issue] = issues
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys')
    return refused('unknown_field', `We don't know ${issue.keys.slice(0, 3).join(', ').slice(0, 120)}. Send it in properties.`)
  if (path === 'event') return refused('unknown_event', "We don't know this event.", 'event')
  if (path === '') return refused('invalid', 'An event is a JSON object.')
  return refused('invalid', `${path.slice(0, 120)}: ${issue?.message.slice(0, 200) ?? 'not valid'}`, path.slice(0, 120))
}

/** What is no email address and no phone number is that of nobody, and equal to what others send in its place. */
const isNobody = ({ external_id: externalId, email, phone }: InboundItem): boolean => {
  const known = comparableIdentifiers({ email: email ?? null, phone: phone ?? null })
  return externalId === undefined && known.email === null && known.phone === null
}

const earliest = Date.parse(inboundLimits.earliest)

const timeProblem = ({ occurred_at: occurredAt }: InboundItem, now: number): { problem: Problem } | undefined => {
  const at = occurredAt === undefined ? now : Date.parse(occurredAt)
  if (at > now + inboundLimits.aheadMs)
    return refused('in_the_future', 'occurred_at is more than a day in the future.', 'occurred_at')
  return at < earliest ? refused('too_old', 'occurred_at is before 1970.', 'occurred_at') : undefined
}

const meaningProblem = (item: InboundItem, now: number): { problem: Problem } | undefined => {
  if (!item.external_id && !item.email && !item.phone)
    return refused('missing_identifier', 'Send external_id, email or phone: we need to know who it is about.')
  if (isNobody(item))
    return refused('missing_identifier', 'Send external_id, or an email address or phone number that can be read.')
  if (item.event === 'stage.changed' && !item.stage) return refused('missing_stage', 'Send the stage that was reached.', 'stage')
  return timeProblem(item, now)
}

type Values = CheckedItem['values']

const propertiesOf = (item: InboundItem): [string, PropertyValue][] =>
  Object.entries(item.properties ?? {}).flatMap(([name, value]): [string, PropertyValue][] =>
    value === null || value === '' ? [] : [[name, value]],
  )

const valuesOf = (given: readonly [string, PropertyValue][], catalogue: Catalogue): { problem: Problem } | Values => {
  const values: { property: CatalogueProperty; value: PropertyValue }[] = []
  for (const [name, sent] of given) {
    const property = catalogue.get(name)
    if (!property) continue
    const value = readValue(property, sent)
    if (value === undefined) return refused('wrong_type', wrongType(property, sent), `properties.${name}`)
    values.push({ property, value })
  }
  return values
}

/** Only a new lead carries everything: other events say what is new. */
const missingProperty = (item: InboundItem, values: Values, catalogue: Catalogue): { problem: Problem } | undefined => {
  if (item.event !== 'lead.created') return undefined
  const given = new Set(values.map(({ property }) => property.name))
  const missing = [...catalogue.values()].find(({ isRequired, name }) => isRequired && !given.has(name))
  return missing && refused('missing_property', `${missing.name} is required.`, `properties.${missing.name}`)
}

/** What says nothing is left out. */
const withoutBlanks = (sent: object): InboundItem => {
  const item: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) if (value !== null && value !== undefined && value !== '') item[name] = value
  return item as unknown as InboundItem
}

export const checkItem = (raw: unknown, catalogue: Catalogue, now: number): Checked => {
  const parsed = inboundItem.safeParse(raw)
  if (!parsed.success) return formProblem(parsed.error)
  const item = withoutBlanks(parsed.data)
  const meaning = meaningProblem(item, now)
  if (meaning) return meaning
  const given = propertiesOf(item)
  if (given.length > inboundLimits.properties) return refused('too_large', `Send up to ${inboundLimits.properties} properties.`)
  const values = valuesOf(given, catalogue)
  if ('problem' in values) return values
  const missing = missingProperty(item, values, catalogue)
  if (missing) return missing
  return { item, values, setAside: given.map(([name]) => name).filter((name) => !catalogue.has(name)) }
}
