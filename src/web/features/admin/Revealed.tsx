import { createContext, use, useMemo, useState, type ReactNode } from 'react'

export interface RevealedUser {
  name: string
  lastname: string
  email: string
}

interface Revealed {
  people: ReadonlyMap<string, RevealedUser>
  add: (key: string, person: RevealedUser) => void
}

const RevealedContext = createContext<Revealed>({ people: new Map(), add: () => undefined })

/** Keeps what was revealed until the page is left, and nowhere else. */
export const KeepRevealed = ({ children }: { children: ReactNode }) => {
  const [people, setPeople] = useState<ReadonlyMap<string, RevealedUser>>(new Map())
  const value = useMemo(
    () => ({
      people,
      add: (key: string, person: RevealedUser) => setPeople((before) => new Map([...before, [key, person]])),
    }),
    [people],
  )
  return <RevealedContext value={value}>{children}</RevealedContext>
}

export const useRevealed = () => use(RevealedContext)
