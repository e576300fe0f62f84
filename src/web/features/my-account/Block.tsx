import { useId, type ReactNode, type RefObject } from 'react'
import styles from './Block.module.css'

interface BlockProps {
  title: string
  text: string
  /** How things stand, on the line of the title. */
  state?: ReactNode
  action?: ReactNode
  /** Takes the focus when what had it is gone. */
  heading?: RefObject<HTMLHeadingElement | null>
  children?: ReactNode
}

/** One matter of a section: what it is, how it stands, what can be done. */
export const Block = ({ title, text, state, action, heading, children }: BlockProps) => {
  const id = useId()
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={styles.line}>
            <h4 id={id} ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h4>
            {state}
          </div>
          <p className={styles.text}>{text}</p>
        </div>
        {action}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
