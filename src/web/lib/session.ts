import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/users.ts'

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

export const tellOtherTabs = () => {
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

interface Session {
  user: CurrentUser
  signOut: () => Promise<void>
  /** The server no longer knows this session. */
  onExpired: () => Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This page is shown to signed-in people only.')
  return session
}
