import { useEffect, useState } from 'react'
import styles from './TermsPage.module.css'

interface Entry {
  id: string
  title: string
}

const headerHeight = 96

const visibleEntry = (entries: readonly Entry[]): string | undefined => {
  const atEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 4
  if (atEnd && window.scrollY > 0) return entries.at(-1)?.id
  const passed = entries.filter(
    ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= headerHeight,
  )
  return (passed.at(-1) ?? entries[0])?.id
}

/** Contents that mark the section being read. */
export const Contents = ({ title, entries }: { title: string; entries: readonly Entry[] }) => {
  const [current, setCurrent] = useState(entries[0]?.id)
  useEffect(() => {
    const mark = () => setCurrent(visibleEntry(entries))
    mark()
    window.addEventListener('scroll', mark, { passive: true })
    return () => window.removeEventListener('scroll', mark)
  }, [entries])
  return (
    <nav className={styles.contents} aria-label={title}>
      <div className={styles.contentsTitle}>{title}</div>
      {entries.map(({ id, title: entry }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          {entry}
        </a>
      ))}
    </nav>
  )
}
