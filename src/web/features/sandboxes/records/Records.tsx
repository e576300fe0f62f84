import type { AccountRef } from '#web/data/sandboxes.ts'
import { Opportunities } from './Opportunities.tsx'
import { Contacts } from './Contacts.tsx'
import styles from './records.module.css'

/** The records of an account, with the actions that a user of the vendor would have. */
export const Records = ({ accountRef, canMerge }: { accountRef: AccountRef; canMerge: boolean }) => (
  <div className={styles.records}>
    <Contacts accountRef={accountRef} canMerge={canMerge} />
    <Opportunities accountRef={accountRef} />
  </div>
)
