import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChartKind, Series } from './chart-types.ts'
import styles from './chart.module.css'
import { Swatch } from './Swatch.tsx'

interface LegendProps {
  chart: string
  kind: ChartKind
  label: string
  series: readonly Series[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** Names the series, and shows or hides them. The last visible one cannot be hidden. */
export const Legend = ({ chart, kind, label, series, hidden, onToggle }: LegendProps) => {
  const { t } = useTranslation('charts')
  const isLast = (key: string) => !hidden.has(key) && hidden.size === series.length - 1
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- buttons, not fields of a form
    <div className={styles.legend} role="group" aria-label={t('series', { chart: label })}>
      {series.map((one, seriesIndex) => (
        <UnstyledButton
          key={one.key}
          className={styles.key}
          aria-pressed={!hidden.has(one.key)}
          aria-disabled={isLast(one.key)}
          onClick={() => !isLast(one.key) && onToggle(one.key)}
        >
          <Swatch chart={chart} kind={kind} series={one} seriesIndex={seriesIndex} isOff={hidden.has(one.key)} />
          {one.name}
        </UnstyledButton>
      ))}
    </div>
  )
}
