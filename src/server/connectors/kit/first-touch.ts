// How somebody arrived, as far as the pages and forms of a company wrote it into fields of its own.
import type { TouchRecord } from './records.ts'
import { said } from './text.ts'

const clickIds = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id']

/** UTM parameters and click ids of an address that somebody landed on. */
export const utmOf = (address: string | null) => {
  const query = address !== null && URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  const first = (...names: string[]) => names.map((name) => said(query.get(name))).find((value) => value !== null) ?? null
  return {
    source: first('utm_source'),
    medium: first('utm_medium'),
    campaign: first('utm_campaign'),
    clickId: first(...clickIds),
  }
}

/** `UTM_Source`, `utm source` and `UTMSource` are the same to us. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** What the first of these names says that says anything. */
export type Find = (...names: readonly string[]) => string | null

/** Finds fields by their names, however they are written. */
export const finderOf = (fields: Iterable<readonly [name: string, value: unknown]>): Find => {
  const byName = new Map<string, string>()
  for (const [name, value] of fields) {
    const text = said(value)
    if (text !== null && !byName.has(plain(name))) byName.set(plain(name), text)
  }
  return (...names) => names.map((name) => byName.get(plain(name))).find((value) => value !== undefined) ?? null
}

type Arrival = Omit<TouchRecord, 'key' | 'at' | 'kind'>

const arrivalOf = (find: Find): Arrival => {
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

/** Any of these was written by a link that somebody has followed. */
export const isClick = ({
  source,
  medium,
  campaign,
  clickId,
}: Pick<Arrival, 'source' | 'medium' | 'campaign' | 'clickId'>): boolean =>
  [source, medium, campaign, clickId].some((value) => value !== null)

interface Told {
  at: string | null
  find: Find
  /** The vendor's own word for where the person came from. */
  word?: string | null
  /** Which of its words say how they came; in small letters. */
  kinds?: Readonly<Record<string, TouchRecord['kind']>>
}

/** The first touch: a click where fields tell of one, otherwise what the vendor's own word says. No evidence, no touch. */
export const firstTouchOf = ({ at, find, word = null, kinds = {} }: Told): TouchRecord[] => {
  if (at === null) return []
  const arrival = arrivalOf(find)
  if (isClick(arrival)) return [{ key: 'first', at, kind: 'click', ...arrival }]
  const kind = kinds[word?.toLowerCase() ?? '']
  return kind === undefined ? [] : [{ key: 'first', at, kind, ...arrival, source: word }]
}
