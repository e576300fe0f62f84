import styles from './SecuritySection.module.css'

interface SectionHeadProps {
  id: string
  title: string
  text: string
}

/** The heading of a section of My Account without a save button. */
export const SectionHead = ({ id, title, text }: SectionHeadProps) => (
  <div className={styles.head}>
    <h3 id={id}>{title}</h3>
    <p>{text}</p>
  </div>
)
