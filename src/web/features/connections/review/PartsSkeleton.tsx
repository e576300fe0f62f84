import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './review.module.css'

/** What is shared, beside its versions, and below what is known already. */
export const PartsSkeleton = ({ children }: { children: ReactNode }) => (
  <>
    <div className={styles.parts} data-split>
      <div>
        <Skeleton height={480} radius="md" aria-hidden />
      </div>
      <div>
        <Skeleton height={480} radius="md" aria-hidden />
      </div>
    </div>
    {children}
  </>
)
