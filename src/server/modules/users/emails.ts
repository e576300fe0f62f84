import { signInAddress } from '#contract/kit/pages.ts'
import type { Role } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { becauseOf, greeting, invitationHeading, plain, roleWords } from '#server/platform/email/words.ts'
import { fullName, hasJoined, type UserRow } from './model.ts'

const accountOf = (user: UserRow): string => plain(user.name, 'an account at Tributary')

const footnote = "You got this email because it's about your own access. You can't turn it off."

type Words = Pick<Parameters<typeof renderEmail>[0], 'heading' | 'paragraphs'> & { button?: keyof typeof buttons }

const buttons = {
  signIn: { label: 'Sign in', address: signInAddress },
  open: { label: 'Open Tributary', address: '/' },
}

const actionOf = (button: keyof typeof buttons, { productUrl }: Dispatcher) => {
  const { label, address } = buttons[button]
  return { label, url: new URL(address, productUrl).href }
}

const post = (tx: Tx, dispatcher: Dispatcher, user: UserRow, { heading, paragraphs, button }: Words): Promise<void> =>
  dispatcher.post(tx, {
    to: user.email,
    subject: heading,
    clientId: user.client_id,
    ...renderEmail({
      heading,
      paragraphs: [greeting(user.first_name), ...paragraphs],
      ...(button === undefined ? {} : { action: actionOf(button, dispatcher) }),
      footnote,
    }),
  })

const because = (reason: string | undefined): string[] => becauseOf(reason, 'Ask an admin of the account.')

/** Replaces the identity provider's email for users who already have a password there. */
export const sendInvitationToKnownEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { user, inviter }: { user: UserRow; inviter: string | undefined },
): Promise<void> => {
  const heading = invitationHeading({ inviter, account: user.name })
  return post(tx, dispatcher, user, {
    heading,
    paragraphs: [`${heading}. Sign in as ${user.email} with your existing Tributary password to join.`],
    button: 'signIn',
  })
}

interface WithReason {
  user: UserRow
  reason: string | undefined
}

export const sendSuspendedEmail = (tx: Tx, dispatcher: Dispatcher, { user, reason }: WithReason): Promise<void> =>
  post(tx, dispatcher, user, {
    heading: `Your access to ${accountOf(user)} is suspended`,
    paragraphs: [
      "You were signed out everywhere and can't sign in until an admin of the account restores your access.",
      ...because(reason),
    ],
  })

type ByWhom = WithReason & { isByStaff: boolean }

const actorOf = ({ isByStaff }: ByWhom): string => (isByStaff ? 'Tributary staff' : 'An admin')

/** An invited user never had access that could end. */
export const sendRemovedEmail = async (tx: Tx, dispatcher: Dispatcher, removal: ByWhom): Promise<void> => {
  const { user, reason } = removal
  if (!hasJoined(user)) return
  await post(tx, dispatcher, user, {
    heading: `Your access to ${accountOf(user)} has ended`,
    paragraphs: [
      `${actorOf(removal)} removed you from the account. You were signed out everywhere and can't sign in anymore.`,
      ...because(reason),
    ],
  })
}

export const sendFactorsClearedEmail = (tx: Tx, dispatcher: Dispatcher, clearing: ByWhom): Promise<void> => {
  const { user, reason, isByStaff } = clearing
  return post(tx, dispatcher, user, {
    heading: `${actorOf(clearing)} turned off your two-step sign-in`,
    paragraphs: [
      `${isByStaff ? 'Tributary staff' : `An admin of ${accountOf(user)}`} turned off your two-step sign-in, and removed your passkeys and remembered devices. You were signed out everywhere.`,
      ...because(reason),
      "Sign in with your password and set it up again in My Account under Security. If you didn't ask for this, tell your admin and change your password.",
    ],
    button: 'signIn',
  })
}

export const sendRestoredEmail = (tx: Tx, dispatcher: Dispatcher, { user, reason }: WithReason): Promise<void> =>
  post(tx, dispatcher, user, {
    heading: `Your access to ${accountOf(user)} is restored`,
    paragraphs: ['You can sign in again with the same password.', ...because(reason)],
    button: 'signIn',
  })

export const sendRoleChangedEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { user, role }: { user: UserRow; role: Role },
): Promise<void> =>
  post(tx, dispatcher, user, {
    heading: `Your role in ${accountOf(user)} changed`,
    paragraphs: [`Your role was ${roleWords[user.role as Role]} and is now ${roleWords[role]}.`],
    button: 'open',
  })

const sendNowOwnerEmail = (tx: Tx, dispatcher: Dispatcher, user: UserRow): Promise<void> =>
  post(tx, dispatcher, user, {
    heading: `You now own ${accountOf(user)}`,
    paragraphs: ["You're one of its admins, and you can transfer the account to someone else or close it."],
    button: 'open',
  })

const sendNoLongerOwnerEmail = (tx: Tx, dispatcher: Dispatcher, user: UserRow, next: string): Promise<void> =>
  post(tx, dispatcher, user, {
    heading: `${accountOf(user)} has a new owner`,
    paragraphs: [`${plain(next, 'Someone else')} owns the account now. You're still one of its admins.`],
    button: 'open',
  })

export const sendOwnerChangedEmails = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { next, previous }: { next: UserRow; previous: UserRow | undefined },
): Promise<void> => {
  await sendNowOwnerEmail(tx, dispatcher, next)
  if (previous) await sendNoLongerOwnerEmail(tx, dispatcher, previous, fullName(next))
}
