import type { TouchRecord } from '#server/connectors/kit/records.ts'

type Evidence = Pick<TouchRecord, 'kind' | 'source' | 'medium' | 'clickId' | 'landingUrl' | 'referrer'>

const social = /facebook|instagram|linkedin|tiktok|pinterest|twitter|snapchat|reddit|youtube|^(fb|ig|x|meta)$/
const searchEngine = /google|bing|yahoo|duckduckgo|ecosia|baidu|yandex/
const assistant = /chatgpt|openai|perplexity|claude|copilot|gemini|ai[_ -]?(assistant|referral)/
const paid = /^(cpc|ppc|paid|paid[_ -]?search|sem|paidsearch)$/
const paidSocial = /paid[_ -]?social|social[_ -]?(paid|cpc|ads?)/
const display = /display|banner|cpm|programmatic|retarget/

const hostOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).hostname : '')

/** In order: the first that fits decides. */
const rules: readonly [channel: string, fits: (source: string, medium: string, evidence: Evidence) => boolean][] = [
  ['Call', (_source, _medium, { kind }) => kind === 'call'],
  ['AI assistant', (source, medium) => assistant.test(source) || assistant.test(medium)],
  ['Paid Social', (source, medium) => paidSocial.test(medium) || (paid.test(medium) && social.test(source))],
  ['Display', (_source, medium) => display.test(medium)],
  ['Paid Search', (_source, medium) => paid.test(medium)],
  [
    'Paid Search',
    (_source, medium, { landingUrl }) => medium === '' && /[?&](gclid|gbraid|wbraid|msclkid)=/.test(landingUrl ?? ''),
  ],
  ['Paid Social', (_source, medium, { landingUrl }) => medium === '' && /[?&](fbclid|ttclid|li_fat_id)=/.test(landingUrl ?? '')],
  [
    'Email',
    (source, medium, { kind }) => kind === 'mail' || /e-?mail|newsletter/.test(medium) || /newsletter|e-?mail/.test(source),
  ],
  ['Affiliate/Partner', (_source, medium) => /affiliate|partner/.test(medium)],
  [
    'Organic Search',
    (source, medium) =>
      medium === 'organic' || /organic[_ -]?search/.test(medium) || (medium === '' && searchEngine.test(source)),
  ],
  ['Organic Social', (source, medium) => /social/.test(medium) || (medium === '' && social.test(source))],
  ['Referral', (_source, medium) => /referral/.test(medium)],
  ['Offline/Event', (_source, medium, { kind }) => kind === 'offline' || /offline|event/.test(medium)],
  ['Direct', (source, _medium, { kind }) => kind === 'direct' || /^\(?direct\)?$/.test(source)],
  ['Organic Search', (_source, _medium, { referrer }) => searchEngine.test(hostOf(referrer))],
  ['Organic Social', (_source, _medium, { referrer }) => social.test(hostOf(referrer))],
  ['Referral', (source, _medium, { referrer }) => hostOf(referrer) !== '' || source !== ''],
]

/** Which marketing a touch belongs to. Nothing known is unknown, never direct. */
export const channelOf = (evidence: Evidence): string => {
  const source = evidence.source?.trim().toLowerCase() ?? ''
  const medium = evidence.medium?.trim().toLowerCase() ?? ''
  return rules.find(([, fits]) => fits(source, medium, evidence))?.[0] ?? 'Unknown'
}
