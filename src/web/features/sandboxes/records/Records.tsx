import type { AccountPlace } from '#web/data/sandboxes.ts'
import { Deals } from './Opportunities.tsx'
import { People } from './Contacts.tsx'
import styles from './records.module.css'

/** Who and what is in an account, with everything that somebody working there could do. */
export const Records = ({ place, canMerge }: { place: AccountPlace; canMerge: boolean }) => (
  <div className={styles.records}>
    <People place={place} canMerge={canMerge} />
    <Deals place={place} />
  </div>
)
