import { useTranslation } from 'react-i18next'
import { connectionLimits, type Connection } from '#contract/connections/connections.ts'
import { ageOf, dayOf, shortDayOf } from '#web/lib/time/dates.ts'

const dayLength = 86_400_000

/** Days until a link expires; the last one has begun. The clock of the reader may be behind that of the server. */
export const daysUntil = (expiresAt: string, now: number): number => {
  const days = Math.ceil((Date.parse(expiresAt) - now) / dayLength)
  return Math.min(connectionLimits.validDays, Math.max(0, days))
}

const endedOn = (instant: string, now: number) =>
  new Date(instant).getFullYear() === new Date(now).getFullYear() ? shortDayOf(instant) : dayOf(instant)

const usePassed = () => {
  const { t } = useTranslation('app')
  return (instant: string, now: number): string => {
    const age = ageOf(instant, Math.max(now, Date.parse(instant)))
    return age ? t(`time.${age.unit}`, { n: age.n }) : endedOn(instant, now)
  }
}

/** Endings that read differently for the two accounts. */
const sidedEndings = ['denied', 'ended_by_agency', 'ended_by_company', 'partner_closed'] as const

const useEnding = () => {
  const { t } = useTranslation('connections')
  return ({ ending, side, endedAt, updatedAt }: Connection, now: number): string => {
    const sided = sidedEndings.find((one) => one === ending)
    if (sided) return t(`lines.CANCELED.${sided}.${side}`)
    const plain = ending as Exclude<typeof ending, (typeof sidedEndings)[number]>
    return t(`lines.CANCELED.${plain ?? 'unknown'}`, { day: endedOn(endedAt ?? updatedAt, now) })
  }
}

const useSharing = () => {
  const { t } = useTranslation('connections')
  return ({ side, health, pendingVersion, sharedSince }: Connection): string => {
    if (health === 'subscription_hold') return t(`lines.ACTIVE.subscription_hold.${side}`)
    if (health !== 'ok') return t(`lines.ACTIVE.${health}`)
    if (pendingVersion !== null) return t(`lines.ACTIVE.pending.${side}`, { n: pendingVersion })
    return sharedSince === null ? t('lines.ACTIVE.plain') : t('lines.ACTIVE.since', { day: dayOf(sharedSince) })
  }
}

const usePreparing = () => {
  const { t } = useTranslation('connections')
  return ({ health }: Connection): string =>
    t(`lines.IN_PROCESS.${health === 'source_error' || health === 'source_disconnected' ? health : 'plain'}`)
}

const useInvited = () => {
  const { t } = useTranslation('connections')
  const passed = usePassed()
  return ({ isInviter, sentAt, createdAt, sentCount, remindedCount }: Connection, now: number): string =>
    isInviter
      ? t('lines.INVITED.sent', { when: passed(createdAt, now), count: Math.max(0, sentCount - 1) + remindedCount })
      : t('lines.INVITED.received', { when: passed(sentAt, now) })
}

/** One line about what happened last. */
export const useSummary = () => {
  const { t } = useTranslation('connections')
  const [invited, preparing, sharing, ending] = [useInvited(), usePreparing(), useSharing(), useEnding()]
  return (connection: Connection, now: number = Date.now()): string => {
    const { state, side, reviewStartedAt } = connection
    switch (state) {
      case 'INVITED':
        return invited(connection, now)
      case 'DRAFT':
        return t(`lines.DRAFT.${side}`)
      case 'SUBMITTED':
        return t(side === 'COMPANY' && reviewStartedAt === null ? 'lines.SUBMITTED.sent' : `lines.SUBMITTED.${side}`)
      case 'IN_PROCESS':
        return preparing(connection)
      case 'ACTIVE':
        return sharing(connection)
      default:
        return ending(connection, now)
    }
  }
}

/** The CRM's name of a field: lead_source as Lead source. */
export const crmFieldName = (name: string): string => {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The field that decides what is shared. */
export const useSyncFieldName = () => {
  const { t } = useTranslation('connections')
  return (field: string): string => {
    if (field === 'tag') return t('detail.tag')
    return field === 'source' ? t('detail.sourceField') : crmFieldName(field)
  }
}

/** What happens next; undefined once something was sent, which has a panel of its own. */
export const useNext = () => {
  const { t } = useTranslation('connections')
  return ({ state, side, isInviter, name }: Connection): string | undefined => {
    if (state === 'DRAFT') return t(`next.DRAFT.${side}`, { name })
    if (state !== 'INVITED') return undefined
    return isInviter ? t('next.sent', { name }) : t(`next.received.${side}`, { name })
  }
}
