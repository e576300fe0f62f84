import styles from './SecuritySection.module.css'

interface SectionHeadProps {
  id: string
  title: string
  text: string
}

/** Begins a part of My Account that has no button to save it. */
export const SectionHead = ({ id, title, text }: SectionHeadProps) => (
  <div className={styles.head}>
    <h3 id={id}>{title}</h3>
    <p>{text}</p>
  </div>
)
