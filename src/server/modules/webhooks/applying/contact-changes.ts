// What an event says about a contact. Newer events win, older ones fill in what is not known.
import { touchOf } from '#server/connectors/kit/rows/touch.ts'
import type { ContactRecord, TouchRecord } from '../../crm/model.ts'
import type { CheckedItem } from '../inbound/check-item.ts'
import type { PropertyValue } from '../inbound/values.ts'
import type { ContactDraft } from './drafts.ts'
import type { Mapped } from './mapped.ts'

const columns = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  company: 'company',
  city: 'city',
  region: 'region',
  postal_code: 'postalCode',
  country: 'country',
  source: 'source',
} as const satisfies Record<string, keyof ContactRecord>

type Column = keyof typeof columns

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)

const textOr = (value: PropertyValue | undefined): string | null => (value === undefined || value === '' ? null : String(value))

/** The address and number by which a contact is found. */
export const addressesOf = ({ item }: CheckedItem, { contact }: Mapped) => ({
  email: item.email || textOr(contact.get('email')),
  phone: item.phone || textOr(contact.get('phone')),
})

const givenColumns = ({ item }: CheckedItem, { contact }: Mapped): [Column, string][] => {
  const own: [Column, string | undefined][] = [
    ['first_name', item.first_name],
    ['last_name', item.last_name],
    ['email', item.email],
    ['phone', item.phone],
    ['source', item.source],
  ]
  const mapped = [...contact].flatMap(([name, value]): [Column, string][] => (isColumn(name) ? [[name, String(value)]] : []))
  const all = new Map<Column, string>(mapped)
  for (const [name, value] of own) if (value !== undefined && value !== '') all.set(name, value)
  return [...all]
}

type Changing = { -readonly [Key in keyof ContactRecord]: ContactRecord[Key] }

/** The first source of a contact is never overwritten. */
const isKept = (name: Column, isNewer: boolean, before: unknown): boolean => before !== null && (name === 'source' || !isNewer)

const changeColumns = (record: Changing, given: readonly [Column, string][], isNewer: boolean): boolean => {
  let isDifferent = false
  for (const [name, value] of given) {
    const column = columns[name]
    if (record[column] === value || isKept(name, isNewer, record[column])) continue
    record[column] = value
    isDifferent = true
  }
  return isDifferent
}

const changeFields = (record: Changing, { contact }: Mapped, isNewer: boolean): boolean => {
  const own = [...contact].filter(([name]) => !isColumn(name))
  const different = own.filter(([name, value]) => record.fields[name] !== value && (isNewer || record.fields[name] === undefined))
  if (different.length > 0) record.fields = { ...record.fields, ...Object.fromEntries(different) }
  return different.length > 0
}

/** A lead is as old as the earliest event that says it was created. */
const changeCreation = (record: Changing, { item }: CheckedItem, at: string): boolean => {
  if (item.event !== 'lead.created' || (record.createdAt !== null && record.createdAt <= at)) return false
  record.createdAt = at
  return true
}

/** Returns whether anything is different. */
export const changeContact = (draft: ContactDraft, checked: CheckedItem, mapped: Mapped, at: string): boolean => {
  const record: Changing = { ...draft.record }
  const isNewer = record.updatedAt === null || at >= record.updatedAt
  const news = [
    changeColumns(record, givenColumns(checked, mapped), isNewer),
    changeFields(record, mapped, isNewer),
    changeCreation(record, checked, at),
  ]
  if (!news.includes(true)) return false
  draft.record = { ...record, updatedAt: isNewer ? at : record.updatedAt, raw: checked.item }
  draft.isChanged = true
  return true
}

const touchFrom = ({ item }: CheckedItem, { touch }: Mapped, at: string): Omit<TouchRecord, 'key'> | null => {
  const read = (name: string, own: string | undefined): string | null => own || textOr(touch.get(name))
  const clickId = read('click_id', item.gclid)
  const [source, medium, campaign] = [read('source', item.source), read('medium', item.medium), read('campaign', item.campaign)]
  const [landingUrl, referrer] = [read('landing_url', undefined), read('referrer', undefined)]
  const base = touchOf({ at, source, medium, campaign })
  const says = base !== null || clickId !== null || landingUrl !== null || referrer !== null
  if (!says && item.event !== 'touch') return null
  const kind = clickId !== null ? 'click' : (base?.kind ?? 'unknown')
  return { at, kind, source, medium, campaign, clickId, landingUrl, referrer }
}

const firstTouch = 'first'

/** Of an event; never that of the first touch, whatever the sender calls its event. */
export const touchKey = (eventId: string): string => `event ${eventId}`

/**
 * A lead has one first touch, which later events do not replace, and each event `touch` is one of its own. Returns whether
 * it is new for certain.
 */
export const addTouch = (
  draft: ContactDraft,
  checked: CheckedItem,
  mapped: Mapped,
  about: { at: string; key: string },
): boolean => {
  const found = touchFrom(checked, mapped, about.at)
  if (found === null) return false
  const key = checked.item.event === 'touch' ? about.key : firstTouch
  if (draft.record.touches.some((touch) => touch.key === key)) return false
  const isNews = checked.item.event === 'touch'
  draft.record = { ...draft.record, touches: [...draft.record.touches, { key, ...found }] }
  draft.isChanged = true
  return isNews
}
