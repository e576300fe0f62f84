import type { NotificationData, NotificationKind } from '#contract/notifications.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import { renderLetter } from '#server/platform/mail/render.ts'

interface Words {
  heading: string
  paragraphs: string[]
}

type Telling = (data: NotificationData, account: string) => Words

const roleWords: Record<string, string> = {
  user: 'User',
  admin: 'Admin',
  account_admin: 'Account admin',
  super_admin: 'Super admin',
}

const somebody = (name: string | undefined): string => name ?? 'Somebody'

/** Who did it, as the end of a sentence. */
const by = ({ actor }: NotificationData): string => (actor === undefined ? '' : ` by ${actor}`)

const changedBy = ({ actor }: NotificationData): string => (actor === undefined ? '' : `, changed by ${actor}`)

const because = ({ reason }: NotificationData): string[] => (reason === undefined ? [] : [`Reason: ${reason}`])

const joined: Telling = (data, account) => ({
  heading: `${somebody(data.name)} joined ${account}`,
  paragraphs: [`${somebody(data.name)} took up the invitation and can now use the account.`],
})

const suspended: Telling = (data, account) => ({
  heading: `${somebody(data.name)} was suspended`,
  paragraphs: [`${somebody(data.name)} was suspended in ${account}${by(data)} and can no longer sign in.`, ...because(data)],
})

const restored: Telling = (data, account) => ({
  heading: `${somebody(data.name)} was restored`,
  paragraphs: [`${somebody(data.name)} was restored in ${account}${by(data)} and can sign in again.`, ...because(data)],
})

const removed: Telling = (data, account) => ({
  heading: `${somebody(data.name)} was removed`,
  paragraphs: [`${somebody(data.name)} was removed from ${account}${by(data)}.`, ...because(data)],
})

const roleChanged: Telling = (data, account) => ({
  heading: `${somebody(data.name)} has a new role`,
  paragraphs: [
    `The role of ${somebody(data.name)} in ${account} is now ${roleWords[data.role ?? ''] ?? 'another one'}${changedBy(data)}.`,
  ],
})

const statusChanged: Telling = (data, account) => ({
  heading: `${account} is now ${data.status ?? 'in another state'}`,
  paragraphs: [`The status of the account ${account} was changed${by(data)}.`, ...because(data)],
})

const ownerChanged: Telling = (data, account) => ({
  heading: `${account} has a new owner`,
  paragraphs: [`${somebody(data.name)} is now the owner of the account ${account}${changedBy(data)}.`],
})

const tellings: Record<Exclude<NotificationKind, 'staff.looked'>, Telling> = {
  'user.joined': joined,
  'user.suspended': suspended,
  'user.restored': restored,
  'user.removed': removed,
  'user.role_changed': roleChanged,
  'client.status_changed': statusChanged,
  'client.owner_changed': ownerChanged,
}

interface Reader {
  email: string
  name: string
  client_name: string
}

interface News {
  clientId: string
  kind: keyof typeof tellings
  data: NotificationData
}

export const letterAbout = ({ clientId, kind, data }: News, reader: Reader, productUrl: string): Letter => {
  const { heading, paragraphs } = tellings[kind](data, reader.client_name)
  return {
    to: reader.email,
    subject: heading,
    clientId,
    ...renderLetter({
      heading,
      paragraphs: [`Hello ${reader.name},`, ...paragraphs],
      action: { label: 'Open Tributary', url: productUrl },
      footnote: 'You receive this because you administer the account. You can turn these letters off under My account.',
    }),
  }
}
