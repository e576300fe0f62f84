import type { Client } from '#contract/clients.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Desk } from '#server/platform/desk.ts'
import { renderLetter } from '#server/platform/mail/render.ts'
import { greeting, plain } from '#server/platform/mail/words.ts'

interface Reader {
  email: string
  name: string
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const footnote = (name: string): string => `You receive this because you administer ${plain(name, 'an account')} at Tributary.`

/** At the beginning of a sentence. */
const accountOf = (name: string): string => plain(name, 'Your account')

export const postClosing = (
  tx: Tx,
  desk: Desk,
  { client, reader, reason }: { client: Client; reader: Reader; reason: string | null },
): Promise<void> => {
  const until = day.format(new Date(client.closesAt ?? client.statusSince))
  const heading = `${accountOf(client.name)} will be closed on ${until}`
  const letter = renderLetter({
    heading,
    paragraphs: [
      greeting(reader.name),
      `${accountOf(client.name)} is being closed. On ${until} everything in it is erased, and nobody can sign in any more.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'Until then everybody can go on working, and the owner of the account can take the closing back.',
    ],
    action: { label: 'Open Tributary', url: desk.productUrl },
    footnote: footnote(client.name),
  })
  return desk.post(tx, { to: reader.email, subject: heading, clientId: client.id, ...letter })
}

export const postReopened = (tx: Tx, desk: Desk, { client, reader }: { client: Client; reader: Reader }): Promise<void> => {
  const heading = `${accountOf(client.name)} stays open`
  const letter = renderLetter({
    heading,
    paragraphs: [
      greeting(reader.name),
      `The closing of ${plain(client.name, 'your account')} was taken back. Nothing was erased.`,
    ],
    action: { label: 'Open Tributary', url: desk.productUrl },
    footnote: footnote(client.name),
  })
  return desk.post(tx, { to: reader.email, subject: heading, clientId: client.id, ...letter })
}

export const postClosed = (
  tx: Tx,
  desk: Desk,
  { clientId, clientName, reader }: { clientId: string; clientName: string; reader: Reader },
): Promise<void> => {
  const heading = `${accountOf(clientName)} is closed`
  const letter = renderLetter({
    heading,
    paragraphs: [
      greeting(reader.name),
      `${accountOf(clientName)} is closed and everything in it is being erased. What was done in it stays in an audit log without names. Backups run out within 35 days.`,
    ],
    footnote: `You receive this because you were the owner of ${plain(clientName, 'an account')} at Tributary.`,
  })
  return desk.post(tx, { to: reader.email, subject: heading, clientId, ...letter })
}
