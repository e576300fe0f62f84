import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { renderLetter } from '#server/platform/mail/render.ts'
import { greeting, plain } from '#server/platform/mail/words.ts'

interface Reader {
  clientId: string
  clientName: string
  email: string
  name: string
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const footnote = (clientName: string): string =>
  `You receive this because you are the owner of ${plain(clientName, 'an account')} at Tributary.`

/** What concerns the whole account always reaches its owner. */
export const postStatusChanged = (
  tx: Tx,
  desk: Desk,
  { reader, isSuspended, reason }: { reader: Reader; isSuspended: boolean; reason: string | undefined },
): Promise<void> => {
  const { clientId, clientName, email, name } = reader
  const account = plain(clientName, 'your account')
  const heading = `${plain(clientName, 'Your account')} is ${isSuspended ? 'suspended' : 'restored'}`
  const meaning = isSuspended
    ? `We suspended ${account}. Nobody of it can sign in until it is restored; nothing was erased.`
    : `We restored ${account}. Everybody of it can sign in again.`
  const paragraphs = [greeting(name), meaning, ...(reason === undefined ? [] : [`Reason: ${reason}`])]
  const letter = renderLetter({
    heading,
    paragraphs: isSuspended ? [...paragraphs, 'If you think this is a mistake, reply to this email.'] : paragraphs,
    action: { label: 'Open Tributary', url: desk.productUrl },
    footnote: footnote(clientName),
  })
  return desk.post(tx, { to: email, subject: heading, clientId, ...letter })
}

/** Says which office looked, when and why, not the name of the person: that stands in the audit log. */
export const postStaffLooked = (
  tx: Tx,
  desk: Desk,
  { reader, what, reason, at }: { reader: Reader; what: string; reason: string; at: Date },
): Promise<void> => {
  const { clientId, clientName, email, name } = reader
  const heading = 'Our staff looked into your account'
  const letter = renderLetter({
    heading,
    paragraphs: [
      greeting(name),
      `An internal administrator of Tributary looked at ${what} in ${plain(clientName, 'your account')}.`,
      `When: ${moment.format(at)} UTC`,
      `Reason: ${reason}`,
      'Personal data is hidden from our staff until they give a reason. Each look is written down in your audit log.',
    ],
    action: { label: 'Open Tributary', url: desk.productUrl },
    footnote: footnote(clientName),
  })
  return desk.post(tx, { to: email, subject: heading, clientId, ...letter })
}
