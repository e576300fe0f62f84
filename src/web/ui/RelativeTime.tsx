import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime, relativeTime } from '#web/lib/dates.ts'

const refreshEvery = 30_000

/** How long ago, with the exact time on hover. */
export const RelativeTime = ({ instant }: { instant: string }) => {
  const { t } = useTranslation('app')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {relativeTime(instant, Math.max(now, Date.parse(instant))) ?? t('time.justNow')}
    </time>
  )
}
