import { createContext, use, useMemo, useState, type ReactNode } from 'react'

export interface RevealedUser {
  name: string
  lastname: string
  email: string
}

interface Revealed {
  users: ReadonlyMap<string, RevealedUser>
  add: (key: string, user: RevealedUser) => void
}

const RevealedContext = createContext<Revealed>({ users: new Map(), add: () => undefined })

/** Keeps revealed users in memory only, until staff leave the page. */
export const KeepRevealed = ({ children }: { children: ReactNode }) => {
  const [users, setUsers] = useState<ReadonlyMap<string, RevealedUser>>(new Map())
  const value = useMemo(
    () => ({
      users,
      add: (key: string, user: RevealedUser) => setUsers((before) => new Map([...before, [key, user]])),
    }),
    [users],
  )
  return <RevealedContext value={value}>{children}</RevealedContext>
}

export const useRevealed = () => use(RevealedContext)
