import { SegmentedControl } from '@mantine/core'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from './StatusTabs.module.css'

interface StatusTabsProps<V extends string> {
  label: string
  value: V
  tabs: readonly { value: V; label: string; count: number | undefined }[]
  onChange: (value: V) => void
}

/** Filters a list by status; each tab shows its count. */
export const StatusTabs = <V extends string>({ label, value, tabs, onChange }: StatusTabsProps<V>) => (
  <SegmentedControl
    className={styles.tabs ?? ''}
    aria-label={label}
    value={value}
    data={tabs.map((tab) => ({
      value: tab.value,
      label: (
        <span className="numeric">
          {tab.label} {tab.count !== undefined && formatNumber(tab.count)}
        </span>
      ),
    }))}
    onChange={onChange}
  />
)
