// The open screens of this process.
import { newId } from '../ids.ts'

interface LiveMessage {
  id: string
  topic: string
}

/** On whose behalf a screen is open. */
export interface Viewer {
  subject: string
  originJti: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** One open screen. */
export interface Screen extends Viewer {
  tell(message: LiveMessage): void
  /** The client reconnects automatically, with its last event id. */
  end(): void
}

export interface Entry {
  clientId: string
  screen: Screen
  lastId: string
  isOpen: boolean
  expiry?: NodeJS.Timeout
  rechecks?: NodeJS.Timeout
}

export interface Screens {
  all(): Entry[]
  of(clientId: string): Iterable<Entry>
  add(clientId: string, lastId: string | undefined, screen: Screen): Entry
  remove: (entry: Entry) => void
  sendAway: (entry: Entry) => void
}

const screensPerUser = 20

export const createScreens = (): Screens => {
  const byClient = new Map<string, Set<Entry>>()
  const remove = (entry: Entry): void => {
    entry.isOpen = false
    clearTimeout(entry.expiry)
    clearInterval(entry.rechecks)
    const entries = byClient.get(entry.clientId)
    entries?.delete(entry)
    if (entries?.size === 0) byClient.delete(entry.clientId)
  }
  const sendAway = (entry: Entry): void => {
    if (!entry.isOpen) return
    remove(entry)
    entry.screen.end()
  }
  const makeRoom = (clientId: string, subject: string): void => {
    const theirs = [...(byClient.get(clientId) ?? [])].filter(({ screen }) => screen.subject === subject)
    theirs.slice(0, Math.max(0, theirs.length + 1 - screensPerUser)).forEach(sendAway)
  }
  return {
    all: () => [...byClient.values()].flatMap((entries) => [...entries]),
    of: (clientId) => byClient.get(clientId) ?? [],
    remove,
    sendAway,
    add(clientId, lastId, screen) {
      makeRoom(clientId, screen.subject)
      const entry: Entry = { clientId, screen, lastId: lastId ?? newId(), isOpen: true }
      entry.expiry = setTimeout(() => sendAway(entry), screen.expiresAt * 1000 - Date.now())
      byClient.set(clientId, (byClient.get(clientId) ?? new Set()).add(entry))
      return entry
    },
  }
}
