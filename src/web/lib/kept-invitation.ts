// The invitation whose link was opened in this browser, until it is answered or has expired: sign-up may end in another tab.
import type { AccountType } from '#contract/users/permissions.ts'
import { invitationToken } from '#web/paths.ts'

const storageKey = 'tributary-invitation'

export interface KeptInvitation {
  token: string
  connectionId: string
  inviterName: string
  inviterType: AccountType
  expiresAt: string
  /** The visitor left it to sign in or sign up, and returns to it once. */
  isReturning: boolean
}

const isKept = (value: unknown): value is KeptInvitation => {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['token', 'connectionId', 'inviterName', 'inviterType', 'expiresAt'] as const
  return texts.every((name) => typeof (value as Partial<KeptInvitation>)[name] === 'string')
}

export const keepInvitation = (invitation: KeptInvitation) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(invitation))
  } catch {
    // Without storage the link in the email still works.
  }
}

export const forgetInvitation = () => localStorage.removeItem(storageKey)

export const keptInvitation = (now: number = Date.now()): KeptInvitation | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isKept(stored) && Date.parse(stored.expiresAt) > now ? stored : undefined
  } catch {
    return undefined
  }
}

/** The invitation on whose address a visitor signs in or signs up. */
export const invitationHere = (): KeptInvitation | undefined => {
  const kept = keptInvitation()
  return kept && kept.token === invitationToken(location.pathname) ? kept : undefined
}
