import type { NotificationData, NotificationKind } from '#contract/notifications.ts'
import { hasSourcePage, settingsPaths, sourcePath, sourceTabs, staffPaths } from '#contract/kit/pages.ts'
import type { Role } from '#contract/users/permissions.ts'
import type { Email } from '#server/platform/email/email.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { becauseOf, greeting, plain, roleWords, sourceName } from '#server/platform/email/words.ts'

interface Words {
  heading: string
  paragraphs: string[]
}

type Template = (data: NotificationData, clientName: string) => Words

const nameOrSomeone = (name: string | undefined): string => plain(name ?? 'Someone', 'Someone')

const accountOf = (name: string): string => plain(name, 'your account')

const roleOf = ({ role }: NotificationData): string => roleWords[role as Role] ?? 'another role'

/** Who did it, as the end of a sentence. */
const by = ({ actor }: NotificationData): string => (actor === undefined ? '' : ` by ${actor}`)

const changedBy = ({ actor }: NotificationData): string => (actor === undefined ? '' : `, changed by ${actor}`)

const because = ({ reason }: NotificationData): string[] => (reason === undefined ? [] : [`Reason: ${reason}`])

/** The reason of an act on a user, which any admin can write. */
const becauseOfAct = ({ reason }: NotificationData): string[] => becauseOf(reason, 'See your notifications in Tributary.')

const joined: Template = (data, clientName) => ({
  heading: `${nameOrSomeone(data.name)} joined ${accountOf(clientName)}`,
  paragraphs: [`${nameOrSomeone(data.name)} accepted the invitation and can now use the account.`],
})

const suspended: Template = (data, clientName) => ({
  heading: `${nameOrSomeone(data.name)} was suspended`,
  paragraphs: [
    `${nameOrSomeone(data.name)} was suspended in ${accountOf(clientName)}${by(data)} and can no longer sign in.`,
    ...becauseOfAct(data),
  ],
})

const restored: Template = (data, clientName) => ({
  heading: `${nameOrSomeone(data.name)} was restored`,
  paragraphs: [
    `${nameOrSomeone(data.name)} was restored in ${accountOf(clientName)}${by(data)} and can sign in again.`,
    ...becauseOfAct(data),
  ],
})

const removed: Template = (data, clientName) => ({
  heading: `${nameOrSomeone(data.name)} was removed`,
  paragraphs: [`${nameOrSomeone(data.name)} was removed from ${accountOf(clientName)}${by(data)}.`, ...becauseOfAct(data)],
})

const left: Template = (data, clientName) => ({
  heading: `${nameOrSomeone(data.name)} left`,
  paragraphs: [`${nameOrSomeone(data.name)} left ${accountOf(clientName)}, or declined the invitation to it.`],
})

const roleChanged: Template = (data, clientName) => ({
  heading: `${nameOrSomeone(data.name)} has a new role`,
  paragraphs: [`The role of ${nameOrSomeone(data.name)} in ${accountOf(clientName)} is now ${roleOf(data)}${changedBy(data)}.`],
})

const statusChanged: Template = (data, clientName) => ({
  heading: `${plain(clientName, 'Your account')} is now ${data.status ?? 'in a new status'}`,
  paragraphs: [`The status of ${accountOf(clientName)} was changed${by(data)}.`, ...because(data)],
})

const ownerChanged: Template = (data, clientName) => ({
  heading: `${plain(clientName, 'Your account')} has a new owner`,
  paragraphs: [`${nameOrSomeone(data.name)} is now the owner of ${accountOf(clientName)}${changedBy(data)}.`],
})

const syncLost: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)} stopped syncing`,
  paragraphs: [
    `${sourceName(data.name)} in ${accountOf(clientName)} revoked our access. Your data is safe.`,
    ...because(data),
    'Reconnect it to resume syncing where it stopped.',
  ],
})

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const endOf = ({ at }: NotificationData): string => (at === undefined ? 'soon' : `on ${day.format(new Date(at))}`)

const syncExpiring: Template = (data, clientName) => ({
  heading: `Access to ${sourceName(data.name, 'a source')} ends ${endOf(data)}`,
  paragraphs: [
    `The vendor gives us access to ${sourceName(data.name, 'a source')} in ${accountOf(clientName)} for a limited time, which ends ${endOf(data)}.`,
    'Reconnect before then and nothing is lost. It takes a minute.',
  ],
})

const syncRecovered: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)} works again`,
  paragraphs: [`${sourceName(data.name)} in ${accountOf(clientName)} is connected and syncing again.`],
})

const syncDisconnected: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)} was disconnected`,
  paragraphs: [
    `${sourceName(data.name)} in ${accountOf(clientName)} was disconnected${by(data)}. We keep its data for 30 days.`,
    ...because(data),
    'Reconnect it before then and nothing is lost.',
  ],
})

const syncFailing: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)} keeps failing to sync`,
  paragraphs: [
    `The last syncs of ${sourceName(data.name)} in ${accountOf(clientName)} failed. Everything that was synced before is kept, and we'll keep trying automatically.`,
    ...because(data),
  ],
})

const syncHeld: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)}: a removal needs your approval`,
  paragraphs: [
    `${sourceName(data.name)} in ${accountOf(clientName)} needs your approval.`,
    data.reason ??
      'The last sync would remove a large number of contacts. Nothing has been removed yet. An admin has to approve the removal or keep them.',
  ],
})

const syncSkipping: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)} has skipped rows`,
  paragraphs: [
    `The last sync of ${sourceName(data.name)} in ${accountOf(clientName)} skipped rows that we couldn't read. All others were synced.`,
    'Open the source to see each skipped row with its reason.',
  ],
})

const syncResolved: Template = (data, clientName) => ({
  heading: `${sourceName(data.name)} syncs without problems again`,
  paragraphs: [`The last sync of ${sourceName(data.name)} in ${accountOf(clientName)} finished without problems.`],
})

const templates: Record<Exclude<NotificationKind, `staff.${string}` | `connection.${string}`>, Template> = {
  'user.joined': joined,
  'user.suspended': suspended,
  'user.restored': restored,
  'user.removed': removed,
  'user.left': left,
  'user.role_changed': roleChanged,
  'client.status_changed': statusChanged,
  'client.owner_changed': ownerChanged,
  'sync.lost': syncLost,
  'sync.expiring': syncExpiring,
  'sync.recovered': syncRecovered,
  'sync.disconnected': syncDisconnected,
  'sync.failing': syncFailing,
  'sync.held': syncHeld,
  'sync.skipping': syncSkipping,
  'sync.resolved': syncResolved,
}

interface Reader {
  email: string
  name: string
  client_name: string
  is_internal: boolean
}

interface Notification {
  clientId: string
  kind: keyof typeof templates
  data: NotificationData
}

const labels: Partial<Record<NotificationKind, string>> = {
  'sync.lost': 'Reconnect',
  'sync.expiring': 'Reconnect',
  'sync.failing': 'See what happened',
  'sync.held': 'Review removal',
  'sync.skipping': 'See the skipped rows',
}

/** The page that it is about. */
const pageOf = ({ kind, data: { integrationId } }: Notification, isStaff: boolean): { label: string; path: string } => {
  if (kind.startsWith('user.')) return { label: 'Open Users', path: isStaff ? staffPaths.users : settingsPaths.users }
  if (kind.startsWith('client.') && isStaff) return { label: 'Open Clients', path: staffPaths.clients }
  if (kind.startsWith('client.')) return { label: 'Open Account', path: settingsPaths.account }
  if (!hasSourcePage(kind) || integrationId === undefined)
    return { label: 'Open Connected syncs', path: settingsPaths.integrations }
  return { label: labels[kind] ?? 'Open the source', path: sourcePath(integrationId, sourceTabs[kind]) }
}

export const emailAbout = (notification: Notification, reader: Reader, productUrl: string): Email => {
  const { clientId, kind, data } = notification
  const { label, path } = pageOf(notification, reader.is_internal)
  const { heading, paragraphs } = templates[kind](data, reader.client_name)
  return {
    to: reader.email,
    subject: heading,
    clientId,
    ...renderEmail({
      heading,
      paragraphs: [greeting(reader.name), ...paragraphs],
      action: { label, url: new URL(path, productUrl).href },
      footnote: "You got this email because you're an admin of the account. You can turn these emails off in My Account.",
    }),
  }
}
