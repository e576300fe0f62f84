import { useTranslation } from 'react-i18next'
import type { Stage } from '#contract/stages.ts'
import type { useStages } from '#web/data/syncs/stages.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import styles from './Stages.module.css'

const StageRow = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslation('home')
  return (
    <li className={styles.stage} title={stage.description}>
      <i className={styles.swatch} style={{ background: stage.color }} />
      <span className="truncate">{stage.name}</span>
      {stage.outcome !== 'none' && stage.outcome !== stage.name.toLowerCase() && (
        <span className="caption dim">{t(`stages.${stage.outcome}`)}</span>
      )}
    </li>
  )
}

export const Stages = ({ query }: { query: ReturnType<typeof useStages> }) => {
  const { t } = useTranslation('home')
  return (
    <Panel title={t('stages.title')} note={t('stages.text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={3} height={36} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.empty}>{t('stages.empty')}</p>
          ) : (
            <ol className={styles.stages}>
              {items
                .toSorted((one, other) => one.orderIndex - other.orderIndex)
                .map((stage) => (
                  <StageRow key={stage.id} stage={stage} />
                ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}
