import { IconAlertTriangle, IconCheck, IconClock, IconFilter, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Tile } from '#contract/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './counts.module.css'
import { leftOutOf, verdictOf, type Verdict } from './verdict.ts'

const icons: Record<Verdict, typeof IconCheck> = {
  unknown: IconClock,
  uncountable: IconInfoCircle,
  held: IconAlertTriangle,
  kept: IconInfoCircle,
  equal: IconCheck,
  onlyRejected: IconCheck,
  leftOut: IconFilter,
  less: IconAlertTriangle,
  more: IconAlertTriangle,
}

const listed = 1000

const Missing = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation('source')
  if (ids.length === 0) return null
  return (
    <details className={styles.missing}>
      <summary>{t('counts.missing', { count: ids.length, n: formatNumber(ids.length) })}</summary>
      <div className={styles.ids}>
        <code>{ids.join('\n')}</code>
        <CopyButton
          text={ids.join('\n')}
          words={{ copy: t('counts.copy'), copied: t('counts.copied'), refused: t('copy.refused') }}
        />
      </div>
      {ids.length >= listed && <p className="caption dim">{t('counts.firstOnes')}</p>}
    </details>
  )
}

/** With a typographic minus sign. */
const signed = (n: number): string => `${n > 0 ? '+' : n < 0 ? '\u2212' : ''}${formatNumber(Math.abs(n))}`

const Figures = ({ tile, vendor }: { tile: Tile; vendor: string }) => {
  const { t } = useTranslation(['source', 'app'])
  const { vendor_count: theirs, own_count: ours, rejected } = tile
  const difference = theirs === null ? null : ours - theirs
  const isUncountable = theirs === null && tile.counted_at !== null
  return (
    <dl className={styles.figures}>
      {!isUncountable && (
        <div>
          <dt>{t('counts.vendor', { vendor })}</dt>
          <dd>{theirs === null ? <span className="dim">{t('app:noValue')}</span> : formatNumber(theirs)}</dd>
        </div>
      )}
      <div>
        <dt>{t('counts.own')}</dt>
        <dd>{formatNumber(ours)}</dd>
      </div>
      {!isUncountable && (
        <div data-small>
          <dt>{t('counts.difference')}</dt>
          <dd>{difference === null ? t('app:noValue') : signed(difference)}</dd>
        </div>
      )}
      <div data-small={!isUncountable || undefined}>
        <dt>{t('counts.rejected')}</dt>
        <dd>{formatNumber(rejected)}</dd>
      </div>
    </dl>
  )
}

interface CountTileProps {
  tile: Tile
  integration: Pick<Integration, 'vendor' | 'settings'>
  onRejects: () => void
}

export const CountTile = ({ tile, integration: { vendor, settings }, onRejects }: CountTileProps) => {
  const { t } = useTranslation('source')
  const verdict = verdictOf(tile, settings)
  const n = formatNumber(tile.held?.vanished ?? leftOutOf(tile))
  const Icon = icons[verdict]
  const counted = tile.counted_at && tile.vendor_count !== null && (
    <>
      {t('counts.counted')} <RelativeTime instant={tile.counted_at} />
    </>
  )
  return (
    <Panel title={t(`counts.titles.${tile.object}`)} note={counted}>
      <Figures tile={tile} vendor={vendor} />
      <p className={styles.verdict} data-verdict={verdict}>
        <Icon size={16} stroke={2} aria-hidden />
        <span>{t(`counts.${verdict}`, { vendor, n })}</span>
        {tile.rejected > 0 && (
          <button type="button" className="link-button" onClick={onRejects}>
            {t('counts.seeRejected')}
          </button>
        )}
      </p>
      <Missing ids={tile.missing} />
    </Panel>
  )
}
