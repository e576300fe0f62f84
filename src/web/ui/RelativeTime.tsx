import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ageOf, dayOf, exactTime } from '#web/lib/time/dates.ts'

const refreshEvery = 30_000

/** How long ago, with the exact time on hover. */
export const RelativeTime = ({ instant }: { instant: string }) => {
  const { t } = useTranslation('app')
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  const age = ageOf(instant, Math.max(now, Date.parse(instant)))
  return (
    <time dateTime={instant} title={exactTime(instant)}>
      {age ? t(`time.${age.unit}`, { n: age.n }) : dayOf(instant)}
    </time>
  )
}
