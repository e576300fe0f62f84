import { useTranslation } from 'react-i18next'
import type { getLineage } from '#contract/crm/records.ts'
import type { Reply } from '#contract/kit/route.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { recordMessages } from '#web/messages/en-records.ts'
import styles from './records.module.css'

addTranslations('records', recordMessages)

type Touch = Reply<typeof getLineage>['touches'][number]

const kinds = ['click', 'form', 'call', 'chat', 'mail', 'offline', 'direct', 'unknown'] as const

const TouchRow = ({ touch }: { touch: Touch }) => {
  const { t } = useTranslation('records')
  const kind = kinds.find((name) => name === touch.kind) ?? 'unknown'
  const about = [touch.source, touch.medium, touch.campaign].filter(Boolean).join(' · ')
  return (
    <li>
      <span className={styles.dot} aria-hidden />
      <div className="grow">
        <p>
          <span className="medium">{touch.channel}</span> <span className="dim">{t(`touchKinds.${kind}`)}</span>
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
  const { t } = useTranslation('records')
  if (touches.length === 0) return <p className="small dim">{t('noTouches')}</p>
  return (
    <ol className={styles.steps}>
      {touches.map((touch) => (
        <TouchRow key={`${touch.at} ${touch.kind} ${touch.channel}`} touch={touch} />
      ))}
    </ol>
  )
}
