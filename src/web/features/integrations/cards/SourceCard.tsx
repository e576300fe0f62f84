import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { titleOf } from '#contract/sources.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Logo } from '../Logo.tsx'
import { SourceBadge } from '../SourceBadge.tsx'
import { accountOf } from '../words.ts'
import { CardActions } from './CardActions.tsx'
import { CardFacts } from './CardFacts.tsx'
import { EndingBox } from './EndingBox.tsx'
import { NeedsBox } from './NeedsBox.tsx'
import type { Ask } from './question.ts'
import styles from './SourceCard.module.css'

/** Why it stopped, and that nothing is lost. */
const LostBox = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  return (
    <div className={styles.box} data-kind="bad">
      <p className="medium">
        {t('card.lost')} <RelativeTime instant={source.status_since} />
      </p>
      <p className={styles.reason}>
        {source.status_reason ?? t('card.lostFallback')} {t('card.nothingLost')}
      </p>
    </div>
  )
}

/** What tells it from another one of its vendor. */
const useSubtitle = (source: Integration): string => {
  const { t } = useTranslation('syncs')
  const { name, type, category } = source
  const provider = providerNames[type]
  const parts = [name === provider ? null : provider, accountOf(source)].filter(Boolean)
  return parts.join(' · ') || t(`categories.${category}`)
}

interface SourceCardProps {
  source: Integration
  /** Its last run stands above with its result. */
  isTold: boolean
  onAsk: Ask
}

export const SourceCard = ({ source, isTold, onAsk }: SourceCardProps) => {
  const { name, type, status } = source
  const subtitle = useSubtitle(source)
  return (
    <article className={styles.card} aria-label={titleOf(source)} data-source={source.id} tabIndex={-1}>
      <header className={styles.head}>
        <Logo type={type} />
        <h3 className="small semibold">{name}</h3>
        <SourceBadge source={source} />
        <p className="caption dim">{subtitle}</p>
      </header>
      {status === 'error' && <LostBox source={source} />}
      {status === 'active' && source.needs && <NeedsBox source={source} needs={source.needs} onAsk={onAsk} />}
      <EndingBox source={source} />
      <CardFacts source={source} isTold={isTold} />
      <CardActions source={source} onAsk={onAsk} />
    </article>
  )
}
