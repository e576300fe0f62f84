// Where contacts come from, and what their browser reveals about it.
import type { Random } from '../kit/random.ts'
import type { PlainContact } from '../kit/vendor.ts'

interface Origin {
  /** As the CRM stores it. */
  word: string
  source: string
  medium: string
  click: 'gclid' | 'fbclid' | null
  share: number
  /** How much more or less often they buy in the end: the truth that an attribution model has to find. */
  truth: number
}

const origin = (
  word: string,
  [source, medium]: readonly [string, string],
  share: number,
  more: Partial<Origin> = {},
): Origin => ({
  word,
  source,
  medium,
  share,
  click: null,
  truth: 1,
  ...more,
})

const origins: readonly Origin[] = [
  origin('Google Ads', ['google', 'cpc'], 0.27, { click: 'gclid' }),
  origin('Meta', ['facebook', 'paid_social'], 0.24, { click: 'fbclid', truth: 1.25 }),
  origin('Organic search', ['google', 'organic'], 0.18),
  origin('Partner', ['partner.example.org', 'referral'], 0.08, { truth: 1.3 }),
  origin('Newsletter', ['newsletter', 'email'], 0.06, { truth: 1.2 }),
  origin('Display', ['google', 'display'], 0.05, { click: 'gclid' }),
  origin('Phone call', ['', ''], 0.05),
  origin('Trade show', ['', ''], 0.04),
  origin('AI assistant', ['ai_assistant', 'referral'], 0.01),
  origin('Direct', ['', ''], 0.02),
]
const unknown = origin('', ['', ''], 0.06)
/** The average of the truth, so that the overall share of won opportunities stays as intended. */
const averageTruth = origins.reduce((sum, { share, truth }) => sum + share * truth, 0)

export const pickBy = <T extends { share: number }>(random: Random, list: readonly T[]): T => {
  let rest = random.next() * list.reduce((sum, { share }) => sum + share, 0)
  return list.find(({ share }) => (rest -= share) < 0) ?? (list[0] as T)
}

const campaigns = ['spring', 'brand', 'retargeting', 'lookalike', 'local']

const arrivalOf = (random: Random, { source, medium, click }: Origin): PlainContact['utm'] => {
  if (source === '') return null
  const campaign = random.pick(campaigns)
  const clickId = click === null ? '' : `${click}-${random.below(2 ** 40).toString(36)}`
  const query = `utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}${click === null ? '' : `&${click}=${clickId}`}`
  const referrer = `https://${source.includes('.') ? source : `${source.replaceAll('_', '-')}.example`}/`
  return { source, medium, campaign, clickId, landingUrl: `https://www.example.com/landing?${query}`, referrer }
}

export const marketingSourceOf = (random: Random): Pick<PlainContact, 'source' | 'utm'> & { truth: number } => {
  const found = random.chance(unknown.share) ? unknown : pickBy(random, origins)
  return { source: found.word, utm: arrivalOf(random, found), truth: found.truth / averageTruth }
}
