import type { Role } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { greeting, plain, roleWords } from '#server/platform/email/words.ts'
import { fullName, type UserRow } from './model.ts'

const accountOf = (person: UserRow): string => plain(person.name, 'an account at Tributary')

const footnote = "You got this email because it's about your own access. You can't turn it off."

type Words = Pick<Parameters<typeof renderEmail>[0], 'heading' | 'paragraphs'> & { label?: string }

const post = (tx: Tx, dispatcher: Dispatcher, person: UserRow, { heading, paragraphs, label }: Words): Promise<void> =>
  dispatcher.post(tx, {
    to: person.email,
    subject: heading,
    clientId: person.client_id,
    ...renderEmail({
      heading,
      paragraphs: [greeting(person.first_name), ...paragraphs],
      ...(label === undefined ? {} : { action: { label, url: dispatcher.productUrl } }),
      footnote,
    }),
  })

const because = (reason: string | undefined): string[] => (reason === undefined ? [] : [`Reason: ${reason}`])

/** In place of the identity provider's letter, for those who have a password there already. */
export const sendInvitationToKnownEmail = (tx: Tx, dispatcher: Dispatcher, person: UserRow): Promise<void> =>
  post(tx, dispatcher, person, {
    heading: `You're invited to ${accountOf(person)}`,
    paragraphs: [`Sign in as ${person.email} with your existing Tributary password to join.`],
    label: 'Sign in',
  })

interface WithReason {
  person: UserRow
  reason: string | undefined
}

/** Whoever was only invited was never signed in. */
export const sendSuspendedEmail = (tx: Tx, dispatcher: Dispatcher, { person, reason }: WithReason): Promise<void> => {
  const isInvited = person.subject === null
  return post(tx, dispatcher, person, {
    heading: `Your ${isInvited ? 'invitation' : 'access'} to ${accountOf(person)} is ${isInvited ? 'paused' : 'suspended'}`,
    paragraphs: [
      isInvited
        ? "You can't accept it until an admin of the account restores it."
        : "You were signed out everywhere and can't sign in until an admin of the account restores your access.",
      ...because(reason),
    ],
  })
}

/** Whoever was only invited never had an access that could end. */
export const sendRemovedEmail = async (tx: Tx, dispatcher: Dispatcher, { person }: { person: UserRow }): Promise<void> => {
  if (person.subject === null) return
  await post(tx, dispatcher, person, {
    heading: `Your access to ${accountOf(person)} has ended`,
    paragraphs: ["An admin removed you from the account. You were signed out everywhere and can't sign in anymore."],
  })
}

export const sendFactorsClearedEmail = (tx: Tx, dispatcher: Dispatcher, { person }: { person: UserRow }): Promise<void> =>
  post(tx, dispatcher, person, {
    heading: 'An admin turned off your two-step sign-in',
    paragraphs: [
      `An admin of ${accountOf(person)} turned off your two-step sign-in, and removed your passkeys and remembered devices. You were signed out everywhere.`,
      "Sign in with your password and set it up again in My Account under Security. If you didn't ask for this, tell your admin and change your password.",
    ],
    label: 'Sign in',
  })

export const sendRestoredEmail = (tx: Tx, dispatcher: Dispatcher, { person, reason }: WithReason): Promise<void> => {
  const isInvited = person.subject === null
  return post(tx, dispatcher, person, {
    heading: `Your ${isInvited ? 'invitation' : 'access'} to ${accountOf(person)} ${isInvited ? 'works again' : 'is restored'}`,
    paragraphs: [
      isInvited
        ? 'Sign in with the temporary password from your invitation email.'
        : 'You can sign in again with the same password.',
      ...because(reason),
    ],
    label: 'Sign in',
  })
}

export const sendRoleChangedEmail = (
  tx: Tx,
  dispatcher: Dispatcher,
  { person, role }: { person: UserRow; role: Role },
): Promise<void> =>
  post(tx, dispatcher, person, {
    heading: `Your role in ${accountOf(person)} changed`,
    paragraphs: [`Your role was ${roleWords[person.role as Role]} and is now ${roleWords[role]}.`],
    label: 'Open Tributary',
  })

const sendNowOwnerEmail = (tx: Tx, dispatcher: Dispatcher, person: UserRow): Promise<void> =>
  post(tx, dispatcher, person, {
    heading: `You now own ${accountOf(person)}`,
    paragraphs: ["You're one of its admins, and you can transfer the account to someone else or close it."],
    label: 'Open Tributary',
  })

const sendNoLongerOwnerEmail = (tx: Tx, dispatcher: Dispatcher, person: UserRow, next: string): Promise<void> =>
  post(tx, dispatcher, person, {
    heading: `${accountOf(person)} has a new owner`,
    paragraphs: [`${plain(next, 'Someone else')} owns the account now. You're still one of its admins.`],
    label: 'Open Tributary',
  })

export const sendOwnerChangedEmails = async (
  tx: Tx,
  dispatcher: Dispatcher,
  { next, previous }: { next: UserRow; previous: UserRow | undefined },
): Promise<void> => {
  await sendNowOwnerEmail(tx, dispatcher, next)
  if (previous) await sendNoLongerOwnerEmail(tx, dispatcher, previous, fullName(next))
}
