import { useTranslation } from 'react-i18next'
import type { Stage } from '#contract/stages.ts'
import { useStages } from '#web/data/stages.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SkeletonRows } from '#web/ui/table/SkeletonRows.tsx'
import styles from './Stages.module.css'

const StageRow = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslation('app')
  return (
    <li className={styles.stage} title={stage.description}>
      <i className={styles.swatch} style={{ background: stage.color }} />
      <span className="grow truncate">{stage.name}</span>
      {stage.outcome !== 'none' && <span className="caption dim">{t(`home.stages.${stage.outcome}`)}</span>}
    </li>
  )
}

export const Stages = () => {
  const { t } = useTranslation('app')
  const query = useStages()
  return (
    <Panel flush title={t('home.stages.title')} note={t('home.stages.text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={7} height={36} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.empty}>{t('home.stages.empty')}</p>
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
