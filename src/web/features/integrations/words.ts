import { useTranslation } from 'react-i18next'
import type { ConnectorManifest, Held, Integration } from '#contract/integrations.ts'
import { locale } from '#web/lib/locale.ts'

const number = new Intl.NumberFormat(locale)
export const formatted = (n: number) => number.format(n)

/** Before an ad account is chosen, the account is whoever signed in. */
export const accountOf = ({ account, needs }: Pick<Integration, 'account' | 'needs'>): string | null =>
  needs === 'ad_account' ? null : account

/** Tells two sources of one vendor apart: "Google Ads, Helio Solar". */
export const titleOf = (source: Pick<Integration, 'name' | 'account' | 'needs'>): string =>
  [source.name, accountOf(source)].filter(Boolean).join(', ')

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const minutesPerHour = 60
const minutesPerDay = 1_440

/** "15 min", "hour", "6 hours": what stands behind "every". */
export const useEvery = () => {
  const { t } = useTranslation('syncs')
  return (minutes: number): string => {
    if (minutes % minutesPerDay === 0) {
      return minutes === minutesPerDay ? t('every.day') : t('every.days', { n: minutes / minutesPerDay })
    }
    if (minutes % minutesPerHour === 0) {
      return minutes === minutesPerHour ? t('every.hour') : t('every.hours', { n: minutes / minutesPerHour })
    }
    return t('every.minutes', { n: minutes })
  }
}

const isAbility = (name: string, known: object): boolean => Object.hasOwn(known, name)

/** What a connector brings, in the words of its vendor. */
export const useAbilities = () => {
  const { t } = useTranslation('syncs')
  const known = t('abilities', { returnObjects: true })
  return ({ abilities, words }: ConnectorManifest): string[] =>
    abilities
      .filter((name) => isAbility(name, known))
      .map((name) => sentence(t(`abilities.${name as keyof typeof known}`, words)))
}

type Counted = Partial<Held>

const counted = ['stage_events', 'touches', 'spend_days', 'payloads'] as const

/** "2,642 people, 1,472 opportunities and 96 days of spend"; empty where there is nothing. */
export const useCounts = () => {
  const { t } = useTranslation('syncs')
  return (held: Counted): string => {
    const parts = [
      ...(held.contacts ? [t('counts.people', { count: held.contacts, n: formatted(held.contacts) })] : []),
      ...(held.opportunities ? [t('counts.opportunities', { count: held.opportunities, n: formatted(held.opportunities) })] : []),
      ...counted.flatMap((what) => {
        const count = held[what]
        return count ? [t(`counts.${what}`, { count, n: formatted(count) })] : []
      }),
    ]
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  }
}
