import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useGhostCompanies } from '#web/data/connections/ghost-companies.ts'
import { Logo } from '../Logo.tsx'
import { SourceBadge } from '../SourceBadge.tsx'
import { accountOf } from '../words.ts'
import { CardActions } from './CardActions.tsx'
import { CardFacts } from './CardFacts.tsx'
import { CardStatus } from './CardStatus.tsx'
import type { Ask } from './question.ts'
import styles from './SourceCard.module.css'
import { dayOf } from '#web/lib/time/dates.ts'
import { useMay } from '#web/lib/may.ts'
import { daysOfAccess } from '../access.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Reconnect } from './Reconnect.tsx'

/** The vendor's access expires, and only a user can renew it. */
const EndingBox = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const days = daysOfAccess(source, useNow())
  const { access_ends_at: end } = source
  if (days === undefined || end === null) return null
  return (
    <div className={`${styles.box} ${styles.ending}`} data-kind="wait">
      <p className="medium">{days === 0 ? t('card.accessEnded') : t('card.accessEnds', { count: days })}</p>
      <p className={styles.reason}>{days === 0 ? t('card.accessEndedText') : t('card.accessText', { day: dayOf(end) })}</p>
      {may('integrations', 'w') && <Reconnect source={source} className={styles.boxAction ?? ''} />}
    </div>
  )
}

/** What distinguishes it from other sources of the same vendor. */
const useSubtitle = (source: Integration): string => {
  const { t } = useTranslation('syncs')
  const { name, vendor, category, ghost_company_id: ghostId } = source
  const ghost = useGhostCompanies().data?.items.find(({ id }) => id === ghostId)
  const parts = [ghost?.company_name, name === vendor ? null : vendor, accountOf(source)].filter(Boolean)
  return parts.join(' · ') || t(`categories.${category}`)
}

export const SourceCard = ({ source, onAsk }: { source: Integration; onAsk: Ask }) => {
  const { name, type, vendor } = source
  const subtitle = useSubtitle(source)
  return (
    <article className={styles.card} aria-label={titleOf(source)} data-source={source.id} tabIndex={-1}>
      <header className={styles.head}>
        <Logo type={type} name={vendor} />
        <h3 className="small semibold">{name}</h3>
        <SourceBadge source={source} />
        <p className={`caption dim ${styles.subtitle}`} title={subtitle}>
          {subtitle}
        </p>
      </header>
      <EndingBox source={source} />
      <CardFacts source={source} />
      <CardStatus source={source} />
      <CardActions source={source} onAsk={onAsk} />
    </article>
  )
}
