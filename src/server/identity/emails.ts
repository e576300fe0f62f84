import { signInAddress } from '#contract/kit/pages.ts'
import { confirmEmailPath } from '#contract/signup/confirm-email.ts'
import type { Email } from '#server/platform/email/email.ts'
import { renderEmail } from '#server/platform/email/render.ts'
import { invitationHeading, plain } from '#server/platform/email/words.ts'
import { isEmailVerified } from './accounts/accounts.ts'
import type { Call } from './pool.ts'
import type { Account } from './accounts/queries.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const notYou = "If this wasn't you, ignore this email. Nothing happens without the code."

// Anyone can sign up with another person's address: their names must not become an advertisement in our emails.
const isPlainName = (name: string): boolean => name.length <= 50 && plain(name, '') === name

const greeting = (account: Account): string => {
  const name = isEmailVerified(account) ? account.attributes['given_name'] : undefined
  return name && isPlainName(name) ? `Hello ${name},` : 'Hello,'
}

const emailTo = (account: Account, subject: string, parts: Parameters<typeof renderEmail>[0]): Email => ({
  to: account.email,
  subject,
  ...renderEmail(parts),
})

const signInUrl = ({ productUrl }: Call): string => new URL(signInAddress, productUrl).href

interface Confirmation {
  code: string
  /** Others have signed up with the same address, and their codes arrive in the same mailbox. */
  isOneOfSeveral: boolean
}

const whichSignUp = ({ createdAt }: Account, { isOneOfSeveral }: Confirmation): string[] =>
  isOneOfSeveral
    ? [
        `More than one sign-up with this address is waiting for confirmation. This email is for the one from ${moment.format(createdAt)} UTC. If you're not sure it's yours, request a new email where you signed up.`,
      ]
    : []

export const sendConfirmationCode = (call: Call, account: Account, confirmation: Confirmation): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Confirm your email address', {
      heading: 'Confirm your email address',
      paragraphs: [
        greeting(account),
        'Enter this code in Tributary to confirm your address. It is valid for 24 hours.',
        ...whichSignUp(account, confirmation),
      ],
      code: confirmation.code,
      footnote: notYou,
    }),
  )

/** The secret comes after the `#`, which browsers never send. */
const confirmationLink = ({ productUrl }: Call, { sub }: Account, code: string): string =>
  new URL(`${confirmEmailPath}#${sub}.${code}`, productUrl).href

const postConfirmationLink = (call: Call, account: Account, confirmation: Confirmation): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Confirm your email address', {
      heading: 'Confirm your email address',
      paragraphs: [
        greeting(account),
        'Open this link to confirm your address for Tributary. It is valid for 24 hours and works once.',
        ...whichSignUp(account, confirmation),
      ],
      action: { label: 'Confirm email address', url: confirmationLink(call, account, confirmation.code) },
      footnote: 'If you didn’t sign up, ignore this email. Nothing happens until the address is confirmed.',
    }),
  )

/** The email after sign-up, as configured for the pool. */
export const sendConfirmationEmail = (call: Call, account: Account, confirmation: Confirmation): Promise<void> =>
  (call.settings.signUpVerification === 'link' ? postConfirmationLink : sendConfirmationCode)(call, account, confirmation)

/** After a confirmation that did not say which of several sign-ups it was for. */
export const sendPasswordDroppedEmail = (call: Call, account: Account): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Choose a new password', {
      heading: 'Your address is confirmed. Choose a new password',
      paragraphs: [
        greeting(account),
        'There was more than one sign-up with this address, and someone else may have made one of them. To keep you safe, we disabled the passwords from these sign-ups. To choose yours, use Reset password when you sign in.',
      ],
      action: { label: 'Open Tributary', url: call.productUrl },
      footnote: "If this wasn't you, someone else can read your email. Change your email password.",
    }),
  )

export const sendPasswordCode = (call: Call, account: Account, code: string): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Your password reset code', {
      heading: 'Choose a new password',
      paragraphs: [greeting(account), 'Enter this code in Tributary together with your new password. It is valid for one hour.'],
      code,
      footnote: notYou,
    }),
  )

interface Invitation {
  password: string
  inviter?: string | undefined
  account?: string | undefined
}

/** The first invitation, and each repetition with a new temporary password. */
export const sendInvitationEmail = (call: Call, account: Account, { password, ...by }: Invitation): Promise<void> => {
  const heading = invitationHeading(by)
  return call.post(
    call.tx,
    emailTo(account, heading, {
      heading,
      paragraphs: [
        greeting(account),
        `${heading}. Sign in as ${account.email} with the temporary password below, then choose your own. It is valid for 7 days. Older ones no longer work.`,
      ],
      code: password,
      action: { label: 'Sign in', url: signInUrl(call) },
      footnote: "If you didn't expect this invitation, you can ignore it.",
    }),
  )
}

/** Tells a user what happened to their sign-in, so that they notice acts of someone else. */
export const sendSecurityEmail = (
  call: Call,
  account: Account,
  sentence: string,
  heading = 'Your sign-in settings changed',
): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, heading, {
      heading,
      paragraphs: [greeting(account), sentence, `This happened on ${moment.format(call.now)} UTC.`],
      action: { label: 'Open Tributary', url: call.productUrl },
      footnote: "If this wasn't you, change your password right away, sign out everywhere and tell an admin of your account.",
    }),
  )

const guessed = {
  password: {
    what: "Someone entered many wrong passwords for your account today. If this continues, we'll stop accepting passwords for the day, except on networks you've signed in from before.",
    todo: 'If your password is long and you only use it here, you don’t need to do anything. Otherwise, change it. You can always sign in with a passkey or an email code, or reset your password. To protect your account for good, turn on two-step sign-in or add a passkey in My Account under Security.',
  },
  question: {
    what: 'Someone who knows your password gave many wrong answers to the sign-in question today.',
    todo: 'Change your password now. Someone else knows it.',
  },
  code: {
    what: "Someone is guessing the codes we send you. If this continues, we'll stop accepting codes for the day, except on networks you've signed in from before.",
    todo: "You don't need to do anything. You can still sign in with your password or a passkey. Never share a code with anyone.",
  },
  mfa: {
    what: "Someone who knows your password is guessing your two-step sign-in code. If this continues, we'll stop accepting codes for the day, except on networks you've signed in from before.",
    todo: "Change your password now to stop the attempt. You can still sign in from networks you've used before.",
  },
}

/** At most once a day: see proofs/throttle/attack.ts. */
export const sendGuessingEmail = (call: Call, account: Account, kind: keyof typeof guessed): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Someone is trying to get into your account', {
      heading: 'Someone is trying to get into your account',
      paragraphs: [
        greeting(account),
        guessed[kind].what,
        guessed[kind].todo,
        `We noticed this on ${moment.format(call.now)} UTC. We send this email at most once a day.`,
      ],
      action: { label: 'Open Tributary', url: call.productUrl },
      footnote: 'If this was you, wait a little before you try again.',
    }),
  )

export const sendSignInCode = (call: Call, account: Account, code: string): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Your sign-in code', {
      heading: 'Your sign-in code',
      paragraphs: [greeting(account), 'Enter this code in Tributary to sign in. It is valid for three minutes.'],
      code,
      footnote: "If this wasn't you, don't share the code. If you have a password, someone else may know it, so change it.",
    }),
  )

/** Instead of a code, if the code would be the only proof. */
export const sendPasswordFirstEmail = (call: Call, account: Account): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, 'Sign in with your password', {
      heading: 'Sign in with your password',
      paragraphs: [
        greeting(account),
        'Someone requested a sign-in code. Your account requires your password before we send a code, so choose Password when you sign in.',
      ],
      action: { label: 'Sign in', url: signInUrl(call) },
      footnote: "If this wasn't you, ignore this email.",
    }),
  )

/** Instead of a code for a new password, if the mailbox would be both steps. */
export const sendResetByAdminEmail = (call: Call, account: Account): Promise<void> =>
  call.post(
    call.tx,
    emailTo(account, "You can't reset your password by email", {
      heading: "You can't reset your password by email",
      paragraphs: [
        greeting(account),
        "Someone requested a password reset. You get an email code each time you sign in, so you can't reset your password by email alone. Ask an admin of your account to reset it.",
      ],
      footnote: "If this wasn't you, ignore this email. Nothing was changed.",
    }),
  )

/** If no email may be sent: the same work as for one, so that the time reveals nothing. It is never delivered. */
export const sendToNobody = (call: Call): Promise<void> =>
  call.post(call.tx, {
    to: '',
    subject: 'To nobody',
    ...renderEmail({ heading: 'To nobody', paragraphs: ['Hello,', notYou], code: '000000', footnote: notYou }),
  })
