// The first touch of a contact, as far as the company's pages and forms wrote it into custom fields.
import type { TouchRecord } from './records.ts'
import { textOrNull } from './text.ts'

const clickIds = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id']

/** UTM parameters and click ids of a landing page address. */
export const utmOf = (address: string | null) => {
  const query = address !== null && URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  const first = (...names: string[]) => names.map((name) => textOrNull(query.get(name))).find((value) => value !== null) ?? null
  return {
    source: first('utm_source'),
    medium: first('utm_medium'),
    campaign: first('utm_campaign'),
    clickId: first(...clickIds),
  }
}

/** `UTM_Source`, `utm source` and `UTMSource` are equal. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The value of the first of these names that has one. */
export type Find = (...names: readonly string[]) => string | null

/** Finds fields by their names, in any spelling. */
export const finderOf = (fields: Iterable<readonly [name: string, value: unknown]>): Find => {
  const byName = new Map<string, string>()
  for (const [name, value] of fields) {
    const text = textOrNull(value)
    if (text !== null && !byName.has(plain(name))) byName.set(plain(name), text)
  }
  return (...names) => names.map((name) => byName.get(plain(name))).find((value) => value !== undefined) ?? null
}

type TouchFields = Omit<TouchRecord, 'key' | 'at' | 'kind'>

const touchFieldsOf = (find: Find): TouchFields => {
  const landingUrl = find('landing_page', 'landing_url', 'landing_page_url', 'first_page', 'first_page_seen', 'entry_url')
  const landed = utmOf(landingUrl)
  return {
    source: find('utm_source') ?? landed.source,
    medium: find('utm_medium') ?? landed.medium,
    campaign: find('utm_campaign') ?? landed.campaign,
    clickId: find(...clickIds) ?? landed.clickId,
    landingUrl,
    referrer: find('referrer', 'referer', 'referrer_url', 'referring_url', 'http_referrer'),
  }
}

/** Each of these was set by a link that the visitor followed. */
export const isClick = ({
  source,
  medium,
  campaign,
  clickId,
}: Pick<TouchFields, 'source' | 'medium' | 'campaign' | 'clickId'>): boolean =>
  [source, medium, campaign, clickId].some((value) => value !== null)

interface FirstTouchInput {
  at: string | null
  find: Find
  /** The vendor's own value for where the contact came from. */
  word?: string | null
  /** The kinds of touches for some of these values, in lower case. */
  kinds?: Readonly<Record<string, TouchRecord['kind']>>
}

/** The first touch: a click if fields have one, otherwise by the vendor's own value. Without evidence there is no touch. */
export const firstTouchOf = ({ at, find, word = null, kinds = {} }: FirstTouchInput): TouchRecord[] => {
  if (at === null) return []
  const fields = touchFieldsOf(find)
  if (isClick(fields)) return [{ key: 'first', at, kind: 'click', ...fields }]
  const kind = kinds[word?.toLowerCase() ?? '']
  return kind === undefined ? [] : [{ key: 'first', at, kind, ...fields, source: word }]
}
