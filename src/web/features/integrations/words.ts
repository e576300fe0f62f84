import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { StoredCounts, Integration } from '#contract/integrations/integrations.ts'
import { needsAccount } from '#contract/integrations/sources.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { locale } from '#web/lib/format/locale.ts'

/** Before the user chooses one of the accounts of a login, the account is the login itself. */
export const accountOf = ({ account, needs }: Pick<Integration, 'account' | 'needs'>): string | null =>
  needsAccount({ needs }) ? null : account

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const minutesPerHour = 60
const minutesPerDay = 1_440

/** "15 min", "hour", "6 hours": the text after "every". */
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

/** What a connector syncs, with the vendor's own terms. */
export const useAbilities = () => {
  const { t } = useTranslation('syncs')
  return ({ abilities, words }: ConnectorManifest): string[] => abilities.map((name) => sentence(t(`abilities.${name}`, words)))
}

type Counted = Partial<StoredCounts>

const counted = ['stage_events', 'touches', 'spend_days', 'payloads'] as const

/** "2,642 contacts, 1,472 opportunities and 96 rows of ad spend"; empty if there is nothing. */
export const useCounts = () => {
  const { t } = useTranslation('syncs')
  return (counts: Counted): string => {
    const parts = [
      ...(counts.contacts ? [t('counts.people', { count: counts.contacts, n: formatNumber(counts.contacts) })] : []),
      ...(counts.opportunities
        ? [t('counts.opportunities', { count: counts.opportunities, n: formatNumber(counts.opportunities) })]
        : []),
      ...counted.flatMap((what) => {
        const count = counts[what]
        return count ? [t(`counts.${what}`, { count, n: formatNumber(count) })] : []
      }),
    ]
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  }
}
