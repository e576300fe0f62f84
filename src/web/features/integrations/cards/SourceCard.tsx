import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { StatusBadge, type StatusKind } from '#web/ui/StatusBadge.tsx'
import { Logo } from '../Logo.tsx'
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
      <p className="medium">{t('card.lost')}</p>
      <p className={styles.reason}>{source.status_reason ?? t('card.lostFallback')}</p>
    </div>
  )
}

export const SourceCard = ({ source, onAsk }: { source: Integration; onAsk: Ask }) => {
  const { t } = useTranslation('syncs')
  const { name, type, category, status } = source
  const provider = providerNames[type]
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.head}>
        <Logo type={type} />
        <div className="grow">
          <h3 className="small semibold truncate" title={name}>
            {name}
          </h3>
          <p className="caption dim truncate">{name === provider ? t(`categories.${category}`) : provider}</p>
        </div>
        <StatusBadge kind={kinds[status]}>{t(`statuses.${status}`)}</StatusBadge>
      </header>
      {status === 'error' && <LostBox source={source} />}
      {status === 'active' && source.needs && <NeedsBox source={source} needs={source.needs} onAsk={onAsk} />}
      <EndingBox source={source} />
      <CardFacts source={source} />
      <CardActions source={source} onAsk={onAsk} />
    </article>
  )
}
