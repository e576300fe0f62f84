import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/signup/current-user.ts'

const storageKey = 'currentUser'
const channelName = 'tributary-session'

export const rememberUser = (user: CurrentUser) => sessionStorage.setItem(storageKey, JSON.stringify(user))

export const forgetUser = () => sessionStorage.removeItem(storageKey)

/** The only stored part that is read; everything else is fetched again. */
export const rememberedClientId = (): string | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { clientId?: unknown }
    return typeof stored.clientId === 'string' ? stored.clientId : undefined
  } catch {
    return undefined
  }
}

/** Whether this browser holds tokens, without checking whether they are valid. */
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

/** A saved change of a user; applied only when it is the current user. */
export type UserChange = Partial<CurrentUser> & { id: string }

interface Session {
  user: CurrentUser
  /** Shows and stores a saved change of the current user. */
  changeUser: (change: UserChange) => void
  signOut: () => Promise<void>
  /** A call failed: ends the session when the server no longer accepts it or locks the user out. */
  onRefused: (error: unknown) => void
}

export const SessionContext = createContext<Session | null>(null)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This page is shown to signed-in users only.')
  return session
}
