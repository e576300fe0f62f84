import { SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import type { Counted, Dimension, SharedTotals } from '#contract/connections/totals.ts'
import { useTotals, type TotalsOf } from '#web/data/connections/totals.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { totalsMessages } from '#web/messages/en-totals.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { channelColors, slugOf } from '#web/styles/colors.ts'
import { monthOf } from '#web/lib/time/dates.ts'
import styles from './totals.module.css'

addTranslations('totals', totalsMessages)

// Not imported from the contract, whose rules need not be loaded for a page.
const dimensions: Record<Counted, readonly Dimension[]> = {
  opportunities: ['channel', 'outcome', 'stage', 'month'],
  contacts: ['channel', 'month'],
}

/** Each channel has one color everywhere. */
const colorOf = (channel: string) => (channel in channelColors ? { background: `var(--tb-ch-${slugOf(channel)})` } : undefined)

type Item = SharedTotals['items'][number]

const Row = ({ item, by, most }: { item: Item; by: Dimension; most: number }) => {
  const { t } = useTranslation('totals')
  const { value, count } = item
  const color = by === 'channel' ? colorOf(value) : undefined
  const label = by === 'outcome' ? t(`outcomes.${value as 'open'}`) : by === 'month' ? monthOf(value) : value
  return (
    <tr>
      <th scope="row">{label}</th>
      <td aria-hidden>
        <div className={styles.track}>
          <div
            className={styles.fill}
            data-plain={(by === 'channel' && !color) || undefined}
            style={{ width: `${(100 * count) / most}%`, ...color }}
          />
        </div>
      </td>
      <td className={`numeric ${styles.count}`}>{formatNumber(count)}</td>
    </tr>
  )
}

interface TableProps {
  totals: TotalsOf
  isKept: boolean
  isOutdated: boolean
}

/** Since when the totals are, and what they leave out. */
const Notes = ({ totals, isKept }: Pick<TableProps, 'totals' | 'isKept'>) => {
  const { t } = useTranslation('totals')
  const { isProtected, countedAt } = totals
  return (
    <>
      {isKept && <p className={`caption dim ${styles.note}`}>{t('kept')}</p>}
      {isProtected && !isKept && countedAt !== null && (
        <p className={`caption dim ${styles.note}`}>
          {t('counted')} <RelativeTime instant={countedAt} />. {t('daily')}
        </p>
      )}
      {isProtected && <p className={`caption dim ${styles.note}`}>{t('protected')}</p>}
    </>
  )
}

const TotalsTable = ({ totals, isKept, isOutdated }: TableProps) => {
  const { t } = useTranslation('totals')
  const { of, by, items, total, notShown } = totals
  const most = Math.max(1, ...items.map(({ count }) => count))
  const sorted = by === 'month' ? items : items.toSorted((one, other) => other.count - one.count)
  return (
    <>
      <table
        className={styles.rows}
        data-outdated={isOutdated || undefined}
        aria-busy={isOutdated}
        aria-label={t('label', { what: t(`of.${of}`), by: t(`by.${by}`) })}
      >
        <tbody>
          {sorted.map((item) => (
            <Row key={item.value} item={item} by={by} most={most} />
          ))}
          {notShown > 0 && (
            <tr>
              <th scope="row" className="dim">
                {t('notShown')}
              </th>
              <td aria-hidden />
              <td className={`numeric ${styles.count}`}>{formatNumber(notShown)}</td>
            </tr>
          )}
          <tr className={styles.total}>
            <th scope="row">{t('total')}</th>
            <td aria-hidden />
            <td className={`numeric ${styles.count}`}>{total === null ? t('few') : formatNumber(total)}</td>
          </tr>
        </tbody>
      </table>
      <Notes totals={totals} isKept={isKept} />
    </>
  )
}

/** How much is shared, by channel, month, stage and outcome: the same for both sides. */
export const TotalsPanel = ({ connection: { id, keepsTotals } }: { connection: Pick<Connection, 'id' | 'keepsTotals'> }) => {
  const { t } = useTranslation('totals')
  const [of, setOf] = useState<Counted>('opportunities')
  const [chosen, setBy] = useState<Dimension>('channel')
  const by = dimensions[of].includes(chosen) ? chosen : 'channel'
  const query = useTotals(id, { of, by })
  return (
    <Panel title={t('title')}>
      <div className={styles.bar}>
        <SegmentedControl
          aria-label={t('of.label')}
          value={of}
          data={(['opportunities', 'contacts'] as const).map((value) => ({ value, label: t(`of.${value}`) }))}
          onChange={(value) => setOf(value)}
        />
        <SegmentedControl
          aria-label={t('by.label')}
          value={by}
          data={dimensions[of].map((value) => ({ value, label: t(`by.${value}`) }))}
          onChange={(value) => setBy(value)}
        />
      </div>
      <Loaded query={query} skeleton={<Skeleton height={160} aria-hidden />}>
        {(totals) => <TotalsTable totals={totals} isKept={keepsTotals} isOutdated={query.isPlaceholderData} />}
      </Loaded>
    </Panel>
  )
}
