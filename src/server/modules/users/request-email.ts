// The email to the owner of an account before a request of staff takes effect.
import type { Role } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { greeting, plain, roleWords } from '#server/platform/email/words.ts'
import type { OwnerReader } from '../clients/model.ts'
import { findOwner } from '../clients/service.ts'

interface StaffRequest {
  reader: OwnerReader
  kind: 'staff.invited' | 'staff.role_requested' | 'staff.owner_requested'
  name: string
  role: Role | undefined
  reason: string | undefined
}

const wordsOf = ({ kind, name, role = 'user' }: StaffRequest, account: string): { heading: string; text: string } => {
  const who = plain(name, 'a user')
  if (kind === 'staff.invited')
    return {
      heading: 'Our staff asked to invite a user to your account',
      text: `Tributary staff asked to invite ${who} to ${account} with the role ${roleWords[role]}. We haven't sent the invitation yet. You, another admin of the account or a second staff user has to approve it first. You can approve or remove it under Users.`,
    }
  const action = kind === 'staff.role_requested' ? `give ${who} the role ${roleWords[role]} in` : `make ${who} the owner of`
  return {
    heading:
      kind === 'staff.role_requested'
        ? 'Our staff asked to change a role in your account'
        : 'Our staff asked to change the owner of your account',
    text: `Tributary staff asked to ${action} ${account}. Nothing has changed yet. A second staff user has to approve it first.`,
  }
}

/** Sent before it takes effect, so that an owner who did not ask for it can object in time. */
export const sendStaffRequestEmail = (tx: Tx, dispatcher: Dispatcher, request: StaffRequest): Promise<void> => {
  const { clientId, clientName, email, name } = request.reader
  const { heading, text } = wordsOf(request, plain(clientName, 'your account'))
  const content = renderEmail({
    heading,
    paragraphs: [
      greeting(name),
      text,
      ...(request.reason === undefined ? [] : [`Reason: ${request.reason}`]),
      "If you didn't ask for this, reply to this email right away.",
    ],
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: `You got this email because you own ${plain(clientName, 'an account')} at Tributary.`,
  })
  return dispatcher.post(tx, { to: email, subject: heading, clientId, ...content })
}

interface Announced {
  clientId: string
  kind: StaffRequest['kind']
  /** Of the user whose id is `about`. */
  name: string
  role?: Role
  reason?: string | undefined
  about: string
  /** Identifies the request, so that the owner is notified once. */
  change: string
}

/** Notifies the owner of a request of staff, if the account has an owner. */
export const announceRequest = async (tx: Tx, { clientId, kind, name, role, reason, about, change }: Announced) => {
  const reader = await findOwner(tx, clientId)
  const data = { name, ...(role === undefined ? {} : { role }), ...(reason === undefined ? {} : { reason }) }
  return {
    notice: reader && { about, change, data },
    email: reader && { reader, kind, name, role, reason },
  }
}
