// Where a contact came from. HighLevel says it in two ways: as the first and the latest one, or as a list in which each says which it is.
import { isClick, utmOf } from '../kit/first-touch.ts'
import type { TouchRecord } from '../kit/records.ts'
import { said } from '../kit/text.ts'
import type { WireAttribution, WireContact } from './wire.ts'

type Origin = Omit<TouchRecord, 'key' | 'at'>

const mediums: readonly [RegExp, TouchRecord['kind']][] = [
  [/form|survey|quiz|calendar/, 'form'],
  [/call|phone/, 'call'],
  [/chat/, 'chat'],
  [/mail/, 'mail'],
]

/** What kind of touch it was, as far as there is evidence for one. */
const kindOf = (wire: WireAttribution, isByClick: boolean): TouchRecord['kind'] => {
  if (isByClick) return 'click'
  // Somebody who typed the address and then filled in a form came directly.
  if (/^direct/i.test(said(wire.sessionSource) ?? said(wire.utmSessionSource) ?? '')) return 'direct'
  const medium = said(wire.medium)?.toLowerCase() ?? ''
  return mediums.find(([sign]) => sign.test(medium))?.[1] ?? 'unknown'
}

const clickIdOf = ({ gclid, fbclid, msclikid, dclid }: WireAttribution): string | null =>
  [gclid, fbclid, msclikid, dclid].map(said).find((id) => id !== null) ?? null

const originOf = (wire: WireAttribution | null | undefined): Origin | null => {
  if (!wire) return null
  // In lists `url` is without its parameters.
  const landingUrl = said(wire.pageUrl) ?? said(wire.url)
  const landed = utmOf(landingUrl)
  const origin = {
    source: said(wire.utmSource) ?? landed.source,
    medium: said(wire.utmMedium) ?? landed.medium,
    campaign: said(wire.campaign) ?? said(wire.utmCampaign) ?? landed.campaign,
    clickId: clickIdOf(wire) ?? landed.clickId,
    landingUrl,
    referrer: said(wire.referrer),
  }
  const kind = kindOf(wire, isClick(origin))
  return kind === 'unknown' && origin.referrer === null ? null : { kind, ...origin }
}

/** Of a list without any mark the first entry counts as the first; one that is marked as the last is never taken for it. */
const firstOf = (list: readonly WireAttribution[]) => list.find(({ isFirst }) => isFirst) ?? list.find(({ isLast }) => !isLast)

/** The first touch came with the contact. Of the latest one no time is told, and without a time there is no touch. */
export const touchesOf = (wire: WireContact, createdAt: string | null): TouchRecord[] => {
  const first = originOf(wire.attributionSource) ?? originOf(firstOf(wire.attributions ?? []))
  return first && createdAt !== null ? [{ key: 'first', at: createdAt, ...first }] : []
}
