import type { Role } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { greeting, plain, roleWords } from '#server/platform/email/words.ts'

interface Reader {
  clientId: string
  clientName: string
  email: string
  name: string
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const footnote = (clientName: string): string =>
  `You got this email because you own ${plain(clientName, 'an account')} at Tributary.`

/** What concerns the whole account always reaches its owner. */
export const sendStatusChangedEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { reader, isSuspended, reason }: { reader: Reader; isSuspended: boolean; reason: string | undefined },
): Promise<void> => {
  const { clientId, clientName, email, name } = reader
  const account = plain(clientName, 'your account')
  const heading = `${plain(clientName, 'Your account')} is ${isSuspended ? 'suspended' : 'restored'}`
  const meaning = isSuspended
    ? `We suspended ${account}. Its users can’t sign in until we restore it. Nothing was erased.`
    : `We restored ${account}. All its users can sign in again.`
  const paragraphs = [greeting(name), meaning, ...(reason === undefined ? [] : [`Reason: ${reason}`])]
  const letter = renderEmail({
    heading,
    paragraphs: isSuspended ? [...paragraphs, 'If you think this is a mistake, reply to this email.'] : paragraphs,
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: footnote(clientName),
  })
  return dispatcher.post(tx, { to: email, subject: heading, clientId, ...letter })
}

/** Says which office looked, when and why, not the name of the person: that stands in the audit log. */
export const sendStaffViewEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { reader, what, reason, at }: { reader: Reader; what: string; reason: string; at: Date },
): Promise<void> => {
  const { clientId, clientName, email, name } = reader
  const heading = 'Our staff viewed personal data in your account'
  const letter = renderEmail({
    heading,
    paragraphs: [
      greeting(name),
      `A Tributary staff user viewed ${what} in ${plain(clientName, 'your account')}.`,
      `When: ${moment.format(at)} UTC`,
      `Reason: ${reason}`,
      'Our staff can’t see personal data until they give a reason. We record each time in your audit log.',
    ],
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: footnote(clientName),
  })
  return dispatcher.post(tx, { to: email, subject: heading, clientId, ...letter })
}

interface StaffWish {
  reader: Reader
  kind: 'staff.invited' | 'staff.role_requested' | 'staff.owner_requested'
  name: string
  role: Role | undefined
  reason: string | undefined
}

const wishOf = ({ kind, name, role = 'user' }: StaffWish, account: string): { heading: string; text: string } => {
  const who = plain(name, 'a user')
  if (kind === 'staff.invited')
    return {
      heading: 'Our staff asked to invite a user to your account',
      text: `Tributary staff asked to invite ${who} to ${account} with the role ${roleWords[role]}. We haven't sent the invitation yet. You, another admin of the account or a second staff user has to approve it first. You can approve or remove it under Users.`,
    }
  const wanted = kind === 'staff.role_requested' ? `give ${who} the role ${roleWords[role]} in` : `make ${who} the owner of`
  return {
    heading:
      kind === 'staff.role_requested'
        ? 'Our staff asked to change a role in your account'
        : 'Our staff asked to change the owner of your account',
    text: `Tributary staff asked to ${wanted} ${account}. Nothing has changed yet. A second staff user has to approve it first.`,
  }
}

/** Comes before it counts, so that an owner who did not ask for it can say so in time. */
export const sendStaffRequestEmail = (tx: Tx, dispatcher: Dispatcher, wish: StaffWish): Promise<void> => {
  const { clientId, clientName, email, name } = wish.reader
  const { heading, text } = wishOf(wish, plain(clientName, 'your account'))
  const letter = renderEmail({
    heading,
    paragraphs: [
      greeting(name),
      text,
      ...(wish.reason === undefined ? [] : [`Reason: ${wish.reason}`]),
      "If you didn't ask for this, reply to this email right away.",
    ],
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: footnote(clientName),
  })
  return dispatcher.post(tx, { to: email, subject: heading, clientId, ...letter })
}
