// Invitations are emails to strangers in our name: each account has a limit, and so has each mailbox.
import { createHash } from 'node:crypto'
import { connectionLimits } from '#contract/connections/connections.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { mailboxOf } from '#server/platform/email/address.ts'
import { AppError } from '#server/platform/errors.ts'
import { addToMailbox, countSent, countSentTo, deleteOldMailboxes } from './quota-queries.ts'

const day = 86_400_000
const hour = 3600

export const checkRoom = async (tx: Tx, clientId: string): Promise<void> => {
  const { invitedPerDay } = connectionLimits
  if ((await countSent(tx, { clientId, since: new Date(Date.now() - day) })) < invitedPerDay) return
  throw new AppError('TOO_MANY_REQUESTS', {
    detail: `An account can send up to ${invitedPerDay} invitations to connect in 24 hours. Try again later.`,
    retryAfter: hour,
  })
}

/** The same address is invited as rarely as an invitation is resent, also if it was canceled in between. */
export const checkAddress = async (tx: Tx, clientId: string, emailNorm: string): Promise<void> => {
  const since = new Date(Date.now() - connectionLimits.validDays * day)
  const { sent, last } = await countSentTo(tx, clientId, emailNorm, since)
  const isTooSoon = last !== null && last.getTime() + limits.invitationPause > Date.now()
  if (sent <= connectionLimits.resentMax && !isTooSoon) return
  throw new AppError('TOO_MANY_REQUESTS', {
    field: 'partnerEmail',
    detail: 'You invited this address a moment ago, or too often. Try again later.',
    retryAfter: limits.invitationPause / 1000,
  })
}

const tooManyFor = (detail: string): AppError =>
  new AppError('TOO_MANY_REQUESTS', { field: 'partnerEmail', detail, retryAfter: hour })

/** Counts an email to a mailbox: of this account, and of all together. */
export const countForMailbox = async (tx: Tx, clientId: string, email: string, at: Date): Promise<void> => {
  const { mailboxPerAccount, mailboxPerDay } = connectionLimits
  const mailbox = mailboxOf(email)
  const since = new Date(at.getTime() - day)
  if ((await countSent(tx, { clientId, since, mailbox })) >= mailboxPerAccount)
    throw tooManyFor(`You can send up to ${mailboxPerAccount} invitations to an address in 24 hours. Try again tomorrow.`)
  const mailboxHash = createHash('sha256').update(mailbox).digest()
  const sent = await addToMailbox(tx, { mailboxHash, at, after: since })
  if (sent > mailboxPerDay)
    throw tooManyFor(`This address can get up to ${mailboxPerDay} invitations in 24 hours. Try again tomorrow.`)
}

export const forgetMailboxes = (database: Database, now: Date): Promise<void> =>
  database.asSystem('connections: forget which mailboxes were invited', (tx) =>
    deleteOldMailboxes(tx, new Date(now.getTime() - day)),
  )
