import { Skeleton } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReconciliation, useStartRun } from '#web/data/syncs/runs.ts'
import { useMay } from '#web/lib/may.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { KeptNote } from '../removal/KeptNote.tsx'
import { whyNotNow } from '../../progress/run-state.ts'
import { useAct } from '#web/lib/use-act.ts'
import type { ViewProps } from '../view-props.ts'
import styles from './counts.module.css'
import { CountTile } from './CountTile.tsx'

/** Starts a full resync, which also detects records that were deleted at the vendor. */
const FullResync = ({ integration }: Pick<ViewProps, 'integration'>) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const { act, isBusy } = useAct()
  const start = useStartRun()
  const reason = whyNotNow(integration)
  if (!may('syncNow', 'x') || !may('integrations', 'x')) return null
  const again = () => start.mutateAsync({ integrationId: integration.id, kind: 'sweep' })
  return (
    <div className={styles.again}>
      <BusyButton
        variant="default"
        busy={isBusy}
        aria-disabled={reason !== null}
        onClick={() => reason ?? void act(again, t('counts.againStarted'))}
      >
        {t('counts.again')}
      </BusyButton>
      <p className="small dim">{t(reason ? `rejects.${reason}` : 'counts.againText')}</p>
    </div>
  )
}

const TileSkeletons = () => (
  <div className={styles.tiles} aria-hidden>
    <Skeleton height={196} radius="md" />
    <Skeleton height={196} radius="md" />
  </div>
)

/** The vendor's counts next to ours. */
export const CountsTab = ({ integration, onOpen }: ViewProps) => {
  const { t } = useTranslation('source')
  const query = useReconciliation(integration.id)
  return (
    <div className="stack">
      <Loaded query={query} skeleton={<TileSkeletons />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel flush>
              <EmptyState
                icon={<IconScale size={22} stroke={1.75} />}
                title={t('counts.empty.title')}
                text={t('counts.empty.text')}
              />
            </Panel>
          ) : (
            <>
              <KeptNote integration={integration} tiles={items} />
              <div className={styles.tiles}>
                {items.map((tile) => (
                  <CountTile
                    key={tile.object}
                    tile={tile}
                    integration={integration}
                    onRejects={() => onOpen({ tab: 'set-aside' })}
                  />
                ))}
              </div>
            </>
          )
        }
      </Loaded>
      <FullResync integration={integration} />
    </div>
  )
}
