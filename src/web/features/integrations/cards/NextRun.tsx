import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { exactTime } from '#web/lib/time/dates.ts'
import { isOpen } from '../progress/run-state.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const refreshEvery = 30_000

const wait = (milliseconds: number) => {
  if (milliseconds < minute) return ['card.soon', 0] as const
  if (milliseconds < hour) return ['card.inMinutes', Math.round(milliseconds / minute)] as const
  if (milliseconds < 2 * day) return ['card.inHours', Math.round(milliseconds / hour)] as const
  return ['card.inDays', Math.round(milliseconds / day)] as const
}

/** The time of the next sync, with the exact time on hover. */
export const NextRun = ({ source }: { source: Integration }) => {
  const { t } = useTranslation(['syncs', 'app'])
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), refreshEvery, { autoInvoke: true })
  const { syncing, next_run_at: next } = source
  if (isOpen(source.last_run)) return t('card.afterwards')
  if (!syncing) return t('card.onlyAsked')
  if (!next) return t('app:noValue')
  const [words, n] = wait(Date.parse(next) - now)
  return (
    <time dateTime={next} title={exactTime(next)}>
      {t(words, { n })}
    </time>
  )
}
