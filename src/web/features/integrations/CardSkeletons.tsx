import { Skeleton } from '@mantine/core'
import styles from './IntegrationsPage.module.css'

export const CardSkeletons = () => (
  <div className={styles.connected} aria-hidden>
    <Skeleton height={12} width={88} my={4} />
    <div className={styles.cards}>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} height={246} radius="md" />
      ))}
    </div>
  </div>
)
