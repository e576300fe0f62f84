import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { Logo } from '../Logo.tsx'
import { SourceBadge } from '../SourceBadge.tsx'
import { accountOf } from '../words.ts'
import { CardActions } from './CardActions.tsx'
import { CardFacts } from './CardFacts.tsx'
import { CardStatus } from './CardStatus.tsx'
import { EndingBox } from './EndingBox.tsx'
import type { Ask } from './question.ts'
import styles from './SourceCard.module.css'

/** What tells it from another one of its vendor. */
const useSubtitle = (source: Integration): string => {
  const { t } = useTranslation('syncs')
  const { name, vendor, category } = source
  const parts = [name === vendor ? null : vendor, accountOf(source)].filter(Boolean)
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
