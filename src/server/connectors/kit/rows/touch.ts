import type { TouchRecord } from '../records.ts'
import { fingerprintOf } from './columns.ts'

const kinds: readonly (readonly [TouchRecord['kind'], RegExp])[] = [
  ['direct', /^(direct|direct_traffic|direct_visit)$/],
  ['call', /(^|_)(call|calls|phone|telephone|inbound_call)(_|$)/],
  ['chat', /(^|_)(chat|livechat|whatsapp|messenger)(_|$)/],
  ['mail', /(^|_)(newsletter|email|e_mail|mailing)(_|$)/],
  ['form', /(^|_)(form|website|web_form|landing_page)(_|$)/],
  ['offline', /(^|_)(event|trade_show|walk_in|offline|print|radio|tv|billboard|conference|flyer|word_of_mouth)(_|$)/],
  ['click', /(^|_)(google|facebook|meta|instagram|bing|linkedin|tiktok|youtube|ad|ads|cpc|ppc|organic|search|social|seo)(_|$)/],
]

interface TouchInput {
  at: string | null
  source: string | null
  medium: string | null
  campaign: string | null
}

/** The touch of a row: where the contact came from when the row was created. Without a time there is none. */
export const touchOf = ({ at, source, medium, campaign }: TouchInput): TouchRecord | null => {
  if (at === null || (source ?? medium ?? campaign) === null) return null
  const word = fingerprintOf(source ?? '')
  const named = kinds.find(([, pattern]) => pattern.test(word))?.[0]
  const fallback = medium !== null || campaign !== null ? 'click' : 'unknown'
  return { key: 'first', at, kind: named ?? fallback, source, medium, campaign, clickId: null, landingUrl: null, referrer: null }
}
