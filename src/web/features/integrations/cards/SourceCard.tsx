import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import { Logo } from '../Logo.tsx'
import { accountOf, titleOf } from '../words.ts'
import { CardActions } from './CardActions.tsx'
import { CardFacts } from './CardFacts.tsx'
import { EndingBox } from './EndingBox.tsx'
import { NeedsBox } from './NeedsBox.tsx'
import type { Ask } from './question.ts'
import styles from './SourceCard.module.css'

const kinds: Record<Integration['status'], StatusKind> = { active: 'good', error: 'bad', disconnected: 'off' }

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

const Badge = ({ source: { status, needs } }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  if (status === 'active' && needs) return <StatusBadge kind="wait">{t('card.waiting')}</StatusBadge>
  return <StatusBadge kind={kinds[status]}>{t(`statuses.${status}`)}</StatusBadge>
}

export const SourceCard = ({ source, onAsk }: { source: Integration; onAsk: Ask }) => {
  const { name, type, status } = source
  const subtitle = useSubtitle(source)
  return (
    <article className={styles.card} aria-label={titleOf(source)}>
      <header className={styles.head}>
        <Logo type={type} />
        <div className="grow">
          <h3 className="small semibold truncate" title={name}>
            {name}
          </h3>
          <p className="caption dim truncate" title={subtitle}>
            {subtitle}
          </p>
        </div>
        <Badge source={source} />
      </header>
      {status === 'error' && <LostBox source={source} />}
      {status === 'active' && source.needs && <NeedsBox source={source} needs={source.needs} onAsk={onAsk} />}
      <EndingBox source={source} />
      <CardFacts source={source} />
      <CardActions source={source} onAsk={onAsk} />
    </article>
  )
}
