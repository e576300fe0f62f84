// The emails of connections, E1 to E17. None contains data of a contact.
import { connectionPath, invitationPath } from '#contract/kit/pages.ts'
import { connectionLimits } from '#contract/connections/connections.ts'
import type { ConnectionEmail } from '#contract/connections/transitions.ts'
import type { AccountType } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { becauseOf, greeting, plain, quoted } from '#server/platform/email/words.ts'
import { listAdminsSeeing } from '../notifications/service.ts'
import { isInviter, otherId, sideOf, type ConnectionRow } from './model.ts'

interface Words {
  heading: string
  paragraphs: string[]
  button: string
}

interface About {
  /** The other account, as the reader knows it. */
  other: string
  /** Which account the reader belongs to. */
  side: AccountType
  reason: string | undefined
  /** Whether it had not been accepted yet. */
  isInvitation?: boolean
  /** Whether criteria wait for the agency now. */
  isInReview?: boolean
  /** Whether an earlier version is shared, and stays so until another one is in force. */
  isActive?: boolean
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

type Template = (about: About) => Words

const view = 'Open the connection'
const because = ({ reason }: About): string[] => becauseOf(reason, 'See the connection in Tributary.')

const afterAcceptance = ({ other, side, isInReview }: About): string => {
  if (side === 'AGENCY') return `${other} decides next what to share with you. You'll get it to review before anything is shared.`
  return isInReview
    ? `${other} reviews next what you sent with the invitation. Nothing is shared until they accept it.`
    : `Choose next what ${other} may see. Nothing is shared until you send it and they accept it.`
}

const templates: Record<Exclude<ConnectionEmail, 'E1' | 'E2' | 'E6'>, Template> = {
  E3: (about) => ({
    heading: `${about.other} accepted your invitation`,
    paragraphs: [afterAcceptance(about)],
    button: view,
  }),
  E4: (about) => ({
    heading: about.isActive ? `${about.other} declined what you want to change` : `${about.other} declined`,
    paragraphs: [about.isActive ? 'What you share stays as it is.' : 'Nothing was shared.', ...because(about)],
    button: view,
  }),
  E5: (about) => ({
    heading: about.isInvitation ? `${about.other} withdrew the invitation` : `${about.other} canceled the connection`,
    paragraphs: [
      about.isInvitation ? 'Nothing was shared, and the link no longer works.' : 'Nothing was shared.',
      ...because(about),
    ],
    button: 'Open Tributary',
  }),
  E7: ({ other }) => ({
    heading: `Your invitation to ${other} expired`,
    paragraphs: [`It got no answer within ${connectionLimits.validDays} days. You can invite them again.`],
    button: view,
  }),
  E8: ({ other, isActive }) => ({
    heading: isActive ? `${other} wants to change what they share` : `${other} sent you what they want to share`,
    paragraphs: [
      isActive
        ? 'Review it, then accept it or ask for changes. Until you accept it, what they share stays as it is.'
        : 'Review it, then accept it or ask for changes. You see how many contacts it covers, and no names yet.',
    ],
    button: 'Review it',
  }),
  E9: ({ other, isActive }) => ({
    heading: isActive ? `${other} accepted your changes` : `${other} accepted what you share`,
    paragraphs: [
      isActive
        ? 'Both of you agreed on what you share. It takes effect now.'
        : "Both of you agreed on it. Nothing is shared yet. We'll email you when sharing starts.",
    ],
    button: view,
  }),
  E10: (about) => ({
    heading: `${about.other} asks for changes`,
    paragraphs: [
      about.isActive
        ? 'What you share stays as it is until you send the changes again and they accept them.'
        : 'Nothing is shared until you send it again.',
      ...because(about),
    ],
    button: 'See what they ask',
  }),
  E11: ({ other }) => ({
    heading: `Your connection with ${other} is active`,
    paragraphs: ['What was agreed on is shared from now on.'],
    button: view,
  }),
  E12: ({ other, isActive }) => ({
    heading: `The source that you share with ${other} has a problem`,
    paragraphs: [
      isActive
        ? 'They keep seeing what was shared before, marked as out of date, until it syncs again.'
        : 'Nothing is shared until it syncs again.',
    ],
    button: view,
  }),
  E13: (about) => ({
    heading: `Your connection with ${about.other} has ended`,
    paragraphs: ['Nothing is shared between you anymore.', ...because(about)],
    button: view,
  }),
  E14: ({ other }) => ({
    heading: `${other} shares less from now on`,
    paragraphs: ['Some contacts or fields are no longer shared with you.'],
    button: view,
  }),
  E15: (about) => ({
    heading: `${about.other} asks you to share more`,
    paragraphs: ['Nothing changes unless you change what you share.', ...because(about)],
    button: view,
  }),
  E16: ({ other }) => ({
    heading: `What you share with ${other} is out of date`,
    paragraphs: ["Its source hasn't synced for 30 days. After 90 days the connection ends."],
    button: view,
  }),
  E17: ({ other }) => ({
    heading: `Your access to ${other} is on hold`,
    paragraphs: ['Your subscription is on hold. Update your payment method to see what they share.'],
    button: view,
  }),
}

/** Who sent an invitation that was not accepted hears of it, also if they see some companies only. */
const ownUserOf = (row: ConnectionRow): string | null => (isInviter(row) && row.accepted_at === null ? row.inviter_user_id : null)

type ToAdmins = keyof typeof templates

/** To the admins of one of the two accounts who may know of the other. */
export const sendToAdmins = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { row, code, reason }: { row: ConnectionRow; code: ConnectionEmail; reason: string | undefined },
): Promise<void> => {
  const about = {
    other: plain(row.partner_name, 'The other account'),
    side: sideOf(row),
    reason,
    isInReview: row.state === 'SUBMITTED',
    isActive: row.state === 'ACTIVE',
  }
  const { heading, paragraphs, button } = templates[code as ToAdmins](about)
  const url = new URL(connectionPath(row.id), dispatcher.productUrl).href
  for (const admin of await listAdminsSeeing(tx, row.client_id, { companyId: otherId(row), userId: ownUserOf(row) }))
    await dispatcher.post(tx, {
      to: admin.email,
      subject: heading,
      clientId: row.client_id,
      ...renderEmail({
        heading,
        paragraphs: [greeting(admin.name), ...paragraphs],
        action: { label: button, url },
        footnote: "You got this email because you're an admin of an account at Tributary.",
      }),
    })
}

interface Invitation {
  /** The inviter's side. */
  row: ConnectionRow
  /** The inviting account and user. */
  account: string
  inviter: string | undefined
  token: string
  isReminder: boolean
}

/** Ana Whitfield of Northlight Growth, an agency, as far as these are names. */
const askerOf = ({
  row,
  account,
  inviter = '',
}: Pick<Invitation, 'row' | 'account'> & { inviter: string | undefined }): string => {
  const isAgency = row.side === 'AGENCY'
  const [who, name] = [plain(inviter, ''), plain(account, '')]
  const kind = isAgency ? 'an agency' : 'a company'
  const from = name === '' ? kind : `${name}, ${kind},`
  if (who !== '') return `${who} of ${from}`
  return name === '' ? (isAgency ? 'An agency' : 'A company') : from
}

const inviting = ({ row, account, inviter, isReminder }: Invitation): Words => {
  const from = plain(account, 'An account')
  const heading = isReminder
    ? `Reminder: ${from} invited you to connect on Tributary`
    : `${from} invites you to connect on Tributary`
  const asks =
    row.side === 'AGENCY'
      ? `asks to see which of its work became customers. You decide exactly what they see, and can take it back at any time. Today they see nothing.`
      : `wants to share CRM data with your agency, so that you both see which marketing brought which customer.`
  return {
    heading,
    paragraphs: [
      'Hello,',
      `${askerOf({ row, account, inviter })} ${asks}`,
      ...(row.message === null ? [] : quoted(row.message, 'They wrote')),
      `The link is valid until ${day.format(row.expires_at ?? row.sent_at)}, for this address only.`,
    ],
    button: 'See the invitation',
  }
}

/** E1 to a company, E2 to an agency, E6 as a reminder. */
export const sendInvitation = (tx: Tx, dispatcher: Dispatcher, invitation: Invitation): Promise<void> => {
  const { row, token } = invitation
  const { heading, paragraphs, button } = inviting(invitation)
  return dispatcher.post(tx, {
    to: row.partner_email,
    subject: heading,
    clientId: row.client_id,
    ...renderEmail({
      heading,
      paragraphs,
      action: { label: button, url: new URL(invitationPath(token), dispatcher.productUrl).href },
      footnote: 'You got this email because an account at Tributary invited this address. If you don’t know them, ignore it.',
    }),
  })
}

/** E5 to somebody who opened the link and may have no account. */
export const sendWithdrawn = (
  tx: Tx,
  dispatcher: Dispatcher,
  { row, account }: Pick<Invitation, 'row' | 'account'>,
): Promise<void> => {
  const { heading, paragraphs } = templates.E5({
    other: plain(account, 'An account'),
    side: sideOf(row),
    reason: undefined,
    isInvitation: true,
  })
  return dispatcher.post(tx, {
    to: row.partner_email,
    subject: heading,
    clientId: row.client_id,
    ...renderEmail({
      heading,
      paragraphs: ['Hello,', ...paragraphs],
      footnote: 'You got this email because an account at Tributary had invited this address.',
    }),
  })
}
