import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/signup/current-user.ts'

const storageKey = 'currentUser'
const channelName = 'tributary-session'

export const rememberUser = (user: CurrentUser) => sessionStorage.setItem(storageKey, JSON.stringify(user))

export const forgetUser = () => sessionStorage.removeItem(storageKey)

/** The only part that is ever read back; everything else is fetched anew. */
export const rememberedClientId = (): string | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { clientId?: unknown }
    return typeof stored.clientId === 'string' ? stored.clientId : undefined
  } catch {
    return undefined
  }
}

/** Whether this browser holds tokens. Says nothing about their worth, but costs nothing to ask. */
export const holdsTokens = () => document.cookie.includes('.LastAuthUser=')

export const notifyOtherTabs = () => {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, it never leaves the origin
  channel.postMessage('signedOut')
  channel.close()
}

export const onSignedOutElsewhere = (signedOut: () => void) => {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', signedOut)
  return () => channel.close()
}

/** What is new about the person, as far as it is about the one who is signed in. */
export type UserChange = Partial<CurrentUser> & { id: string }

interface Session {
  user: CurrentUser
  /** Shows and remembers what has been saved about the person. */
  changeUser: (change: UserChange) => void
  signOut: () => Promise<void>
  /** A call failed: where the server no longer knows this session, or shuts the person out, it ends here. */
  onRefused: (error: unknown) => void
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This page is shown to signed-in people only.')
  return session
}
