import { useTranslation } from 'react-i18next'
import { figure } from '#web/lib/figure.ts'
import { longDay, periodText, shortDay, topOf, type Day } from './days.ts'
import type { Money } from './money.ts'
import styles from './spend.module.css'

const height = 160
const isFew = (count: number) => count <= 10

interface BarProps {
  day: Day
  index: number
  count: number
  top: number
  hint: string
}

const Bar = ({ day: { spend }, index, count, top, hint }: BarProps) => {
  const room = 100 / count
  // Of the room that a day has, what its bar takes.
  const share = isFew(count) ? 0.4 : 0.72
  const tall = spend > 0 ? Math.max(2, (spend / top) * height) : 0
  return (
    <g className={styles.day}>
      <title>{hint}</title>
      <rect className={styles.room} x={`${index * room}%`} width={`${room}%`} y={0} height={height} />
      <rect
        className={styles.bar}
        x={`${(index + (1 - share) / 2) * room}%`}
        width={`${room * share}%`}
        y={height - tall}
        height={tall}
        rx={1.5}
      />
    </g>
  )
}

const Scale = ({ top, money }: { top: number; money: Money }) => (
  <div className={styles.scale} aria-hidden>
    {[top, top / 2, 0].map((amount) => (
      <span key={amount}>{money.rough(amount)}</span>
    ))}
  </div>
)

const useSummary = (days: readonly Day[], money: Money): string => {
  const { t } = useTranslation('source')
  const highest = days.reduce<Day | undefined>((most, day) => (most && most.spend >= day.spend ? most : day), undefined)
  const total = days.reduce((sum, { spend }) => sum + spend, 0)
  return t('spend.chart', {
    period: periodText(days[0]?.day ?? '', days.at(-1)?.day ?? ''),
    total: money.exact(total),
    most: money.exact(highest?.spend ?? 0),
    day: longDay(highest?.day ?? ''),
  })
}

/** The first, the middle and the last day; where there are few, each under its own bar. */
const Dates = ({ days }: { days: readonly Day[] }) => {
  const named = new Set([0, Math.floor((days.length - 1) / 2), days.length - 1])
  const areFew = isFew(days.length)
  return (
    <div className={styles.dates} data-few={areFew || undefined} aria-hidden>
      {days.map(({ day }, place) =>
        named.has(place) || areFew ? <span key={day}>{named.has(place) && shortDay(day)}</span> : null,
      )}
    </div>
  )
}

/** One bar for each day. What it says is told in one sentence too, and day by day in the table under it. */
export const DayChart = ({ days, money }: { days: readonly Day[]; money: Money }) => {
  const { t } = useTranslation('source')
  const summary = useSummary(days, money)
  const top = topOf(Math.max(...days.map(({ spend }) => spend)))
  const hintOf = ({ day, spend, clicks }: Day) =>
    t('spend.hint', { day: longDay(day), amount: money.exact(spend), count: clicks, n: figure(clicks) })
  return (
    <div className={styles.chart}>
      <Scale top={top} money={money} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded */}
      <svg role="img" aria-label={summary} width="100%" height={height}>
        {[0.5, height / 2, height - 0.5].map((y) => (
          <line key={y} className={styles.line} x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {days.map((day, index) => (
          <Bar key={day.day} day={day} index={index} count={days.length} top={top} hint={hintOf(day)} />
        ))}
      </svg>
      <Dates days={days} />
    </div>
  )
}
