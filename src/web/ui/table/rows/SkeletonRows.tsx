import { Skeleton } from '@mantine/core'
import styles from './SkeletonRows.module.css'

export const SkeletonRows = ({ rows, height = 52 }: { rows: number; height?: number }) => (
  <div aria-hidden>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className={styles.row} style={{ height }}>
        <Skeleton width={`${62 - ((index * 13) % 30)}%`} height={12} />
        <Skeleton width={56} height={12} />
      </div>
    ))}
  </div>
)
