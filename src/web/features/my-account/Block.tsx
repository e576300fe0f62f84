import { useId, type ReactNode, type RefObject } from 'react'
import styles from './Block.module.css'

interface BlockProps {
  title: string
  text: string
  /** The current state, on the line of the title. */
  state?: ReactNode
  action?: ReactNode
  /** Takes the focus when the element that had it disappears. */
  heading?: RefObject<HTMLHeadingElement | null>
  children?: ReactNode
}

/** One topic of a section: its title, its state and its actions. */
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
