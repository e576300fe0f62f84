import { useTranslation } from 'react-i18next'
import type { Lineage } from '#web/data/syncs/records.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import styles from './lineage.module.css'

type Touch = Lineage['touches'][number]

const kinds = ['click', 'form', 'call', 'chat', 'mail', 'offline', 'direct', 'unknown'] as const

const TouchRow = ({ touch }: { touch: Touch }) => {
  const { t } = useTranslation('source')
  const kind = kinds.find((name) => name === touch.kind) ?? 'unknown'
  const about = [touch.source, touch.medium, touch.campaign].filter(Boolean).join(' · ')
  return (
    <li>
      <span className={styles.dot} aria-hidden />
      <div className="grow">
        <p>
          <span className="medium">{touch.channel}</span> <span className="dim">{t(`lineage.touchKinds.${kind}`)}</span>
        </p>
        {about && <p className="caption dim">{about}</p>}
      </div>
      <time dateTime={touch.at} className="caption dim">
        {exactTime(touch.at)}
      </time>
    </li>
  )
}

export const Touches = ({ touches }: { touches: readonly Touch[] }) => {
  const { t } = useTranslation('source')
  if (touches.length === 0) return <p className="small dim">{t('lineage.noTouches')}</p>
  return (
    <ol className={styles.steps}>
      {touches.map((touch) => (
        <TouchRow key={`${touch.at} ${touch.kind} ${touch.channel}`} touch={touch} />
      ))}
    </ol>
  )
}
