import type { ReactNode } from 'react'
import styles from '../dialogs/ConfirmDialog.module.css'

/** Two short fields of a dialog side by side, if there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
