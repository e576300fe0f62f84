import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import type { Ask } from './cards/question.ts'
import { SourceCard } from './cards/SourceCard.tsx'
import styles from './IntegrationsPage.module.css'

interface CardGroupProps {
  name: 'connected' | 'disconnected'
  sources: readonly Integration[]
  /** Whose last run stands above, with its result. */
  told: ReadonlySet<string>
  onAsk: Ask
}

/** Cards of one kind under their heading; nothing where there are none. */
export const CardGroup = ({ name, sources, told, onAsk }: CardGroupProps) => {
  const { t } = useTranslation('syncs')
  if (sources.length === 0) return null
  return (
    <section className={styles.connected} aria-labelledby={name}>
      <h2 id={name} className={styles.section}>
        {t(name)} <span className="dim numeric">{sources.length}</span>
      </h2>
      <div className={styles.cards}>
        {sources.map((source) => (
          <SourceCard key={source.id} source={source} isTold={told.has(source.id)} onAsk={onAsk} />
        ))}
      </div>
    </section>
  )
}
