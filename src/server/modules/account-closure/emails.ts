import type { Client } from '#contract/clients.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { greeting, plain } from '#server/platform/email/words.ts'

interface Reader {
  email: string
  name: string
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const footnote = (name: string): string =>
  `You got this email because you're an admin of ${plain(name, 'an account')} at Tributary.`

/** At the beginning of a sentence. */
const accountOf = (name: string): string => plain(name, 'Your account')

const sendClosingEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { client, reader, reason }: { client: Client; reader: Reader; reason: string | null },
): Promise<void> => {
  const until = day.format(new Date(client.closesAt ?? client.statusSince))
  const heading = `${accountOf(client.name)} will be closed on ${until}`
  const content = renderEmail({
    heading,
    paragraphs: [
      greeting(reader.name),
      `${accountOf(client.name)} is being closed. On ${until} we'll erase everything in it, and no one will be able to sign in.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'Until then everyone can keep working, and the owner of the account can cancel the closure.',
    ],
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: footnote(client.name),
  })
  return dispatcher.post(tx, { to: reader.email, subject: heading, clientId: client.id, ...content })
}

const sendReopenedEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { client, reader }: { client: Client; reader: Reader },
): Promise<void> => {
  const heading = `${accountOf(client.name)} stays open`
  const content = renderEmail({
    heading,
    paragraphs: [greeting(reader.name), `The closure of ${plain(client.name, 'your account')} was canceled. Nothing was erased.`],
    action: { label: 'Open Tributary', url: dispatcher.productUrl },
    footnote: footnote(client.name),
  })
  return dispatcher.post(tx, { to: reader.email, subject: heading, clientId: client.id, ...content })
}

export const sendClosedEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { clientId, clientName, reader }: { clientId: string; clientName: string; reader: Reader },
): Promise<void> => {
  const heading = `${accountOf(clientName)} is closed`
  const content = renderEmail({
    heading,
    paragraphs: [
      greeting(reader.name),
      `${accountOf(clientName)} is closed, and we're erasing everything in it. Only the audit log stays, without names. Backups expire within 35 days.`,
    ],
    footnote: `You got this email because you owned ${plain(clientName, 'an account')} at Tributary.`,
  })
  return dispatcher.post(tx, { to: reader.email, subject: heading, clientId, ...content })
}

interface ToAll {
  client: Client
  readers: readonly Reader[]
}

export const sendClosingEmails = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { readers, ...closing }: ToAll & { reason: string | null },
): Promise<void> => {
  for (const reader of readers) await sendClosingEmail(tx, dispatcher, { ...closing, reader })
}

export const sendReopenedEmails = async (tx: Tx, dispatcher: Dispatcher, { readers, client }: ToAll): Promise<void> => {
  for (const reader of readers) await sendReopenedEmail(tx, dispatcher, { client, reader })
}
