import type { TouchRecord } from '../model.ts'

type Evidence = Pick<TouchRecord, 'kind' | 'source' | 'medium' | 'clickId' | 'landingUrl' | 'referrer'>

interface Clues extends Pick<Evidence, 'kind'> {
  source: string
  medium: string
  /** A source without a medium. Tables contain "Google Ads" or "Organic search" there. An address is ignored. */
  alone: string
  landed: string
  from: string
}

const social = /facebook|instagram|linkedin|tiktok|pinterest|twitter|snapchat|reddit|youtube|^(fb|ig|x|meta)$/
const socialWord = /(?<![a-z])(fb|ig|meta|x[_ -]?ads?)(?![a-z])/
const searchEngine = /google|bing|yahoo|duckduckgo|ecosia|baidu|yandex/
const assistant = /chatgpt|openai|perplexity|claude|copilot|gemini|ai[_ -]?(assistant|referral)/
const paid = /^(cpc|ppc|paid|paid[_ -]?search|sem|paidsearch)$/
const paidSocial = /paid[_ -]?social|social[_ -]?(paid|cpc|ads?)/
const display = /display|banner|cpm|programmatic|retarget/
// "leads" must not match "ads".
const paidWord =
  /(?<![a-z])(paid([_ -]?search)?|cpc|ppc|sem|adwords|advert[a-z]*|(google|bing|microsoft|facebook|fb|meta|instagram|linkedin|tiktok|youtube)?ads?)(?![a-z])/
const offlineWord =
  /(?<![a-z])(offline|events?|trade[_ -]?shows?|conferences?|walk[_ -]?ins?|radio|tv|print|billboards?|flyers?|direct[_ -]?mail)(?![a-z])/
const organicWord = /organic|(?<![a-z])seo(?![a-z])/

const hostOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).hostname : '')
const isSocial = (words: string): boolean => social.test(words) || socialWord.test(words)
const isHost = (source: string): boolean => /^\S+\.[a-z]{2,}$/.test(source)

/** In order: the first match decides. A click id and a medium are stronger than a source without a medium. */
const rules: readonly [channel: string, fits: (clues: Clues) => boolean][] = [
  ['Call', ({ kind }) => kind === 'call'],
  ['AI assistant', ({ source, medium }) => assistant.test(source) || assistant.test(medium)],
  ['Paid Social', ({ source, medium }) => paidSocial.test(medium) || (paid.test(medium) && social.test(source))],
  ['Display', ({ medium }) => display.test(medium)],
  ['Paid Search', ({ medium }) => paid.test(medium)],
  ['Paid Search', ({ medium, landed }) => medium === '' && /[?&](gclid|gbraid|wbraid|msclkid)=/.test(landed)],
  ['Paid Social', ({ medium, landed }) => medium === '' && /[?&](fbclid|ttclid|li_fat_id)=/.test(landed)],
  [
    'Email',
    ({ source, medium, kind }) => kind === 'mail' || /e-?mail|newsletter/.test(medium) || /newsletter|e-?mail/.test(source),
  ],
  ['Offline/Event', ({ alone, kind }) => alone !== '' && (kind === 'offline' || offlineWord.test(alone))],
  // Ads are bought from Meta; organic visitors come from Facebook or Instagram.
  ['Paid Social', ({ alone }) => alone === 'meta' || paidSocial.test(alone)],
  ['Paid Social', ({ alone }) => isSocial(alone) && (paidWord.test(alone) || display.test(alone))],
  ['Display', ({ alone }) => display.test(alone)],
  ['Paid Search', ({ alone }) => paidWord.test(alone)],
  ['Affiliate/Partner', ({ medium, alone }) => /affiliate|partner/.test(medium || alone)],
  ['Organic Social', ({ alone }) => isSocial(alone) || alone.includes('social')],
  ['Organic Search', ({ alone }) => organicWord.test(alone)],
  [
    'Organic Search',
    ({ source, medium }) =>
      medium === 'organic' || /organic[_ -]?search/.test(medium) || (medium === '' && searchEngine.test(source)),
  ],
  ['Organic Social', ({ source, medium }) => medium.includes('social') || (medium === '' && social.test(source))],
  ['Referral', ({ medium }) => medium.includes('referral')],
  ['Offline/Event', ({ medium, kind }) => kind === 'offline' || /offline|event/.test(medium)],
  ['Direct', ({ source, kind }) => kind === 'direct' || /^\(?direct\)?$/.test(source)],
  ['Organic Search', ({ from }) => searchEngine.test(from)],
  ['Organic Social', ({ from }) => social.test(from)],
  ['Referral', ({ source, from }) => from !== '' || source !== ''],
]

/** The marketing channel of a touch. Without evidence it is unknown, never direct. */
export const channelOf = ({ kind, landingUrl, referrer, ...evidence }: Evidence): string => {
  const source = evidence.source?.trim().toLowerCase() ?? ''
  const medium = evidence.medium?.trim().toLowerCase() ?? ''
  const alone = medium === '' && !isHost(source) ? source : ''
  const clues = { kind, source, medium, alone, landed: landingUrl ?? '', from: hostOf(referrer) }
  return rules.find(([, fits]) => fits(clues))?.[0] ?? 'Unknown'
}
