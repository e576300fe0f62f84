import { useEffect, useState } from 'react'
import styles from './TermsPage.module.css'

interface Entry {
  id: string
  title: string
}

const headerHeight = 96

const wantedEntry = (entries: readonly Entry[]): string | undefined => {
  const wanted = entries.find(({ id }) => `#${id}` === location.hash)?.id
  const top = wanted ? document.getElementById(wanted)?.getBoundingClientRect().top : undefined
  return top !== undefined && top >= 0 && top < window.innerHeight ? wanted : undefined
}

const visibleEntry = (entries: readonly Entry[]): string | undefined => {
  const atEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 4
  // The last sections cannot reach the top: there the one that was asked for counts, while it can be seen.
  if (atEnd && window.scrollY > 0) return wantedEntry(entries) ?? entries.at(-1)?.id
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
    window.addEventListener('hashchange', mark)
    return () => {
      window.removeEventListener('scroll', mark)
      window.removeEventListener('hashchange', mark)
    }
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
