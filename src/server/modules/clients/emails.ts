import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { greeting, plain } from '#server/platform/email/words.ts'
import type { OwnerReader } from './model.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const footnote = (clientName: string): string =>
  `You got this email because you own ${plain(clientName, 'an account')} at Tributary.`

/** What concerns the whole account always reaches its owner. */
export const sendStatusChangedEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { reader, isSuspended, reason }: { reader: OwnerReader; isSuspended: boolean; reason: string | undefined },
): Promise<void> => {
  const { clientId, clientName, email, name } = reader
  const account = plain(clientName, 'your account')
  const heading = `${plain(clientName, 'Your account')} is ${isSuspended ? 'suspended' : 'restored'}`
  const meaning = isSuspended
    ? `We suspended ${account}. Its users can’t sign in until we restore it. Nothing was erased.`
    : `We restored ${account}. All its users can sign in again.`
  const paragraphs = [greeting(name), meaning, ...(reason === undefined ? [] : [`Reason: ${reason}`])]
  const content = renderEmail({
    heading,
    paragraphs: isSuspended ? [...paragraphs, 'If you think this is a mistake, reply to this email.'] : paragraphs,
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: footnote(clientName),
  })
  return dispatcher.post(tx, { to: email, subject: heading, clientId, ...content })
}

/** Says when and why staff looked, but not the name of the staff user: that is in the audit log. */
export const sendStaffViewEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { reader, what, reason, at }: { reader: OwnerReader; what: string; reason: string; at: Date },
): Promise<void> => {
  const { clientId, clientName, email, name } = reader
  const heading = 'Our staff viewed personal data in your account'
  const content = renderEmail({
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
  return dispatcher.post(tx, { to: email, subject: heading, clientId, ...content })
}
