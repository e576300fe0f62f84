import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import { useShared } from '#web/data/connections/sharing.ts'
import { ProgressBar } from '#web/ui/loading/ProgressBar.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './sharing.module.css'

/** Both agreed: how far the first sync is, and then what is prepared for the agency; again when a later version shares less. */
export const Progress = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation('sharing')
  const { side, name, health, state } = connection
  const { data: shared } = useShared(connection)
  const percent = shared?.syncPercent ?? null
  if (!shared || health !== 'ok' || (state === 'ACTIVE' && !shared.isPreparing)) return null
  const stage = percent !== null ? 'syncing' : state === 'ACTIVE' ? 'narrowing' : 'preparing'
  const title = t(`progress.${stage}.title.${side}`)
  return (
    <Panel title={title}>
      <div className={styles.progress}>
        {percent !== null && <p className={styles.percent}>{t('progress.percent', { n: percent })}</p>}
        <ProgressBar label={title} value={percent} />
        <p className="small ink-2">{t(`progress.${stage}.text.${side}`, { name })}</p>
      </div>
    </Panel>
  )
}
