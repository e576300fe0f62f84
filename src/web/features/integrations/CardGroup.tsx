import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import type { Ask } from './cards/question.ts'
import { SourceCard } from './cards/SourceCard.tsx'
import styles from './IntegrationsPage.module.css'

interface CardGroupProps {
  name: 'connected' | 'disconnected'
  sources: readonly Integration[]
  onAsk: Ask
}

/** Cards of one kind under their heading; nothing where there are none. A source whose setup is not finished is not counted as connected. */
export const CardGroup = ({ name, sources, onAsk }: CardGroupProps) => {
  const { t } = useTranslation('syncs')
  if (sources.length === 0) return null
  const unfinished = name === 'connected' ? sources.filter(({ needs }) => needs !== null).length : 0
  return (
    <section className={styles.connected} aria-labelledby={name}>
      <div className={styles.sectionHead}>
        <h2 id={name} className={styles.section}>
          {t(name)} <span className="dim numeric">{sources.length - unfinished}</span>
        </h2>
        {unfinished > 0 && <p className={styles.unfinished}>{t('unfinished', { count: unfinished })}</p>}
      </div>
      <div className={styles.cards}>
        {sources.map((source) => (
          <SourceCard key={source.id} source={source} onAsk={onAsk} />
        ))}
      </div>
    </section>
  )
}
