// Invitations are emails to strangers in our name, so each account has a limit.
import { limits } from '#contract/kit/limits.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { countRequestedInvitations, countOpenInvitations, countSentInvitations } from './queries.ts'

const day = 86_400_000
const hour = 3600

const checkDay = async (tx: Tx, clientId: string, emails: number): Promise<void> => {
  const { invitationsPerDay } = limits
  const sent = await countSentInvitations(tx, clientId, { since: new Date(Date.now() - day), upTo: invitationsPerDay })
  if (sent + emails > invitationsPerDay)
    throw new AppError('TOO_MANY_REQUESTS', {
      detail: `An account can send up to ${invitationsPerDay} invitations in 24 hours, and ${sent} were sent. Try again later.`,
      retryAfter: hour,
    })
}

/** Whether there is room for at least one more: checked before anything is written, so that refused calls are cheap. */
export const checkRoom = (tx: Tx, clientId: string): Promise<void> => checkDay(tx, clientId, 1)

const askedPerDay = 20

/** The owner gets an email for each request, so staff have a limit too. */
export const checkAsking = async (tx: Tx, clientId: string): Promise<void> => {
  if ((await countRequestedInvitations(tx, clientId, new Date(Date.now() - day))) < askedPerDay) return
  throw new AppError('TOO_MANY_REQUESTS', {
    detail: `Staff can request up to ${askedPerDay} invitations to one account in 24 hours. Try again later.`,
    retryAfter: hour,
  })
}

/** Checked after the users were reserved. The account is locked, so no one else invites for it meanwhile. */
export const checkQuota = async (tx: Tx, clientId: string, emails: number): Promise<void> => {
  await checkDay(tx, clientId, emails)
  const { invitationsOpen } = limits
  if ((await countOpenInvitations(tx, clientId)) > invitationsOpen)
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `An account can have up to ${invitationsOpen} open invitations. Remove some, or wait until they're accepted.`,
    })
}
