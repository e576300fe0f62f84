import { useEffect, useState } from 'react'
import styles from './TermsPage.module.css'

interface Entry {
  id: string
  title: string
}

const headerHeight = 96

const addressedEntry = (entries: readonly Entry[]): string | undefined => {
  const addressed = entries.find(({ id }) => `#${id}` === location.hash)?.id
  const top = addressed ? document.getElementById(addressed)?.getBoundingClientRect().top : undefined
  return top !== undefined && top >= 0 && top < window.innerHeight ? addressed : undefined
}

const visibleEntry = (entries: readonly Entry[]): string | undefined => {
  const atEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 4
  // The last sections cannot scroll to the top: there the section in the address is current, while it is visible.
  if (atEnd && window.scrollY > 0) return addressedEntry(entries) ?? entries.at(-1)?.id
  const passed = entries.filter(
    ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= headerHeight,
  )
  return (passed.at(-1) ?? entries[0])?.id
}

/** A table of contents that marks the current section. */
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
