// The attributions of a contact. HighLevel sends them in two forms: as the first and the latest one, or as a list with
// flags.
import { isClick, utmOf } from '../kit/first-touch.ts'
import type { TouchRecord } from '../kit/records.ts'
import { textOrNull } from '../kit/text.ts'
import type { WireAttribution, WireContact } from './wire.ts'

type Origin = Omit<TouchRecord, 'key' | 'at'>

const mediums: readonly [RegExp, TouchRecord['kind']][] = [
  [/form|survey|quiz|calendar/, 'form'],
  [/call|phone/, 'call'],
  [/chat/, 'chat'],
  [/mail/, 'mail'],
]

/** The kind of touch, as far as there is evidence for one. */
const kindOf = (wire: WireAttribution, isByClick: boolean): TouchRecord['kind'] => {
  if (isByClick) return 'click'
  // A visitor who typed the address and then filled in a form came directly.
  if (/^direct/i.test(textOrNull(wire.sessionSource) ?? textOrNull(wire.utmSessionSource) ?? '')) return 'direct'
  const medium = textOrNull(wire.medium)?.toLowerCase() ?? ''
  return mediums.find(([sign]) => sign.test(medium))?.[1] ?? 'unknown'
}

const clickIdOf = ({ gclid, fbclid, msclikid, dclid }: WireAttribution): string | null =>
  [gclid, fbclid, msclikid, dclid].map(textOrNull).find((id) => id !== null) ?? null

const originOf = (wire: WireAttribution | null | undefined): Origin | null => {
  if (!wire) return null
  // In lists `url` has no parameters.
  const landingUrl = textOrNull(wire.pageUrl) ?? textOrNull(wire.url)
  const landed = utmOf(landingUrl)
  const origin = {
    source: textOrNull(wire.utmSource) ?? landed.source,
    medium: textOrNull(wire.utmMedium) ?? landed.medium,
    campaign: textOrNull(wire.campaign) ?? textOrNull(wire.utmCampaign) ?? landed.campaign,
    clickId: clickIdOf(wire) ?? landed.clickId,
    landingUrl,
    referrer: textOrNull(wire.referrer),
  }
  const kind = kindOf(wire, isClick(origin))
  return kind === 'unknown' && origin.referrer === null ? null : { kind, ...origin }
}

/** In a list without flags the first entry counts as the first touch, unless it is flagged as the last. */
const firstOf = (list: readonly WireAttribution[]) => list.find(({ isFirst }) => isFirst) ?? list.find(({ isLast }) => !isLast)

/** The first touch has the time of the contact's creation. The latest one has no time, and without a time there is no touch. */
export const touchesOf = (wire: WireContact, createdAt: string | null): TouchRecord[] => {
  const first = originOf(wire.attributionSource) ?? originOf(firstOf(wire.attributions ?? []))
  return first && createdAt !== null ? [{ key: 'first', at: createdAt, ...first }] : []
}
