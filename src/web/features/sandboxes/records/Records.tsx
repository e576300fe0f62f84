import type { AccountRef } from '#web/data/sandboxes.ts'
import { Opportunities } from './Opportunities.tsx'
import { Contacts } from './Contacts.tsx'
import styles from './records.module.css'

/** Who and what is in an account, with everything that somebody working there could do. */
export const Records = ({ place, canMerge }: { place: AccountRef; canMerge: boolean }) => (
  <div className={styles.records}>
    <Contacts place={place} canMerge={canMerge} />
    <Opportunities place={place} />
  </div>
)
