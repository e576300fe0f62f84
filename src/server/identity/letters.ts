import { confirmEmailPath } from '#contract/confirm-email.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import { renderLetter } from '#server/platform/mail/render.ts'
import { plain } from '#server/platform/mail/words.ts'
import { isEmailVerified } from './accounts.ts'
import type { Call } from './pool.ts'
import type { Account } from './queries.ts'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const notYou = 'If this was not you, ignore this email. Nothing happens without the code.'

// Anybody can sign up with somebody else's address: what they call themselves must not be an advertisement sent by us.
const isPlainName = (name: string): boolean => name.length <= 50 && plain(name, '') === name

const greeting = (account: Account): string => {
  const name = isEmailVerified(account) ? account.attributes['given_name'] : undefined
  return name && isPlainName(name) ? `Hello ${name},` : 'Hello,'
}

const letterTo = (account: Account, subject: string, parts: Parameters<typeof renderLetter>[0]): Letter => ({
  to: account.email,
  subject,
  ...renderLetter(parts),
})

interface Confirmation {
  code: string
  /** Others have signed up with the same address, and their codes arrive in the same mailbox. */
  isOneOfSeveral: boolean
}

const whichSignUp = ({ createdAt }: Account, { isOneOfSeveral }: Confirmation): string[] =>
  isOneOfSeveral
    ? [
        `More than one sign-up with this address is waiting. This email belongs to the one of ${moment.format(createdAt)} UTC. If you are not sure that it is yours, ask for a new email where you signed up.`,
      ]
    : []

export const postConfirmationCode = (call: Call, account: Account, confirmation: Confirmation): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Confirm your email address', {
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

/** The secret stands behind the `#`, which browsers send to nobody. */
const confirmationLink = ({ productUrl }: Call, { sub }: Account, code: string): string =>
  new URL(`${confirmEmailPath}#${sub}.${code}`, productUrl).href

const postConfirmationLink = (call: Call, account: Account, confirmation: Confirmation): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Confirm your email address', {
      heading: 'Confirm your email address',
      paragraphs: [
        greeting(account),
        'Open this link to confirm your address for Tributary. It is valid for 24 hours and works once.',
        ...whichSignUp(account, confirmation),
      ],
      action: { label: 'Confirm email address', url: confirmationLink(call, account, confirmation.code) },
      footnote: 'If you didn’t sign up, ignore this email: nothing happens until the address is confirmed.',
    }),
  )

/** The email after sign-up, as the pool is set up. */
export const postConfirmation = (call: Call, account: Account, confirmation: Confirmation): Promise<void> =>
  (call.settings.signUpVerification === 'link' ? postConfirmationLink : postConfirmationCode)(call, account, confirmation)

/** After a confirmation that did not say which of several sign-ups it was for. */
export const postPasswordDropped = (call: Call, account: Account): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Choose a new password', {
      heading: 'Your address is confirmed. Choose a new password',
      paragraphs: [
        greeting(account),
        'More than one sign-up with this address was waiting, and somebody else may have made one of them. To be safe, no password of these sign-ups works. Choose yours with Reset password when you sign in.',
      ],
      action: { label: 'Open Tributary', url: call.productUrl },
      footnote: 'If this was not you, somebody else can read your mailbox: change its password.',
    }),
  )

export const postPasswordCode = (call: Call, account: Account, code: string): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Your code for a new password', {
      heading: 'Choose a new password',
      paragraphs: [greeting(account), 'Enter this code in Tributary together with your new password. It is valid for one hour.'],
      code,
      footnote: notYou,
    }),
  )

/** The first invitation, and each repetition with a new temporary password. */
export const postInvitation = (call: Call, account: Account, password: string): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'You are invited to Tributary', {
      heading: 'You are invited to Tributary',
      paragraphs: [
        greeting(account),
        `Sign in as ${account.email} with the temporary password below, then choose your own. It is valid for 7 days; an older one no longer works.`,
      ],
      code: password,
      action: { label: 'Sign in', url: call.productUrl },
      footnote: 'If you did not expect this invitation, you can ignore it.',
    }),
  )

/** Tells a person what happened to their sign-in, so that they notice when it was somebody else. */
export const postSecurityNotice = (
  call: Call,
  account: Account,
  sentence: string,
  heading = 'Your sign-in was changed',
): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, heading, {
      heading,
      paragraphs: [greeting(account), sentence, `This happened on ${moment.format(call.now)} UTC.`],
      action: { label: 'Open Tributary', url: call.productUrl },
      footnote: 'If this was not you, choose a new password at once, sign out everywhere and tell your administrator.',
    }),
  )

const guessed = {
  password: {
    what: 'Somebody has entered many wrong passwords for your account today. If it goes on, we accept no more passwords for the day, except where you have signed in before: wrong ones from there are counted separately.',
    todo: 'You need not do anything if your password is long and used nowhere else; otherwise choose a new one. Elsewhere you can go on with a passkey, a code by email, or Reset password. Two-step sign-in or a passkey, in My Account under Security, keeps guesses out for good.',
  },
  question: {
    what: 'Somebody who knows your password has given many wrong answers to the question at sign-in today.',
    todo: 'Choose a new password now: somebody else knows yours.',
  },
  code: {
    what: 'Somebody is guessing at the codes that we send you. If it goes on, we accept no more codes for the day, except where you have signed in before: wrong codes from there are counted separately.',
    todo: 'You need not do anything, and you can go on signing in with your password or a passkey. Tell nobody a code, whoever asks for it.',
  },
  mfa: {
    what: 'Somebody who knows your password is guessing the code of your two-step sign-in. If it goes on, we accept no more codes for the day, except where you have signed in before: wrong codes from there are counted separately.',
    todo: 'Choose a new password now: that ends the attempt. Where you have signed in before, you can go on signing in.',
  },
}

/** At most once a day: see proofs/attack.ts. */
export const postGuessingNotice = (call: Call, account: Account, kind: keyof typeof guessed): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Somebody tries to get into your account', {
      heading: 'Somebody tries to get into your account',
      paragraphs: [
        greeting(account),
        guessed[kind].what,
        guessed[kind].todo,
        `This was noticed on ${moment.format(call.now)} UTC. You get this email once a day at most.`,
      ],
      action: { label: 'Open Tributary', url: call.productUrl },
      footnote: 'If all this was you, wait a little before you try again.',
    }),
  )

export const postSignInCode = (call: Call, account: Account, code: string): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Your code for signing in', {
      heading: 'Your code for signing in',
      paragraphs: [greeting(account), 'Enter this code in Tributary to sign in. It is valid for three minutes.'],
      code,
      footnote: 'If this was not you, tell nobody the code. If you have a password, somebody else may know it: choose a new one.',
    }),
  )

/** In place of a code, where the code would be the only proof. */
export const postPasswordFirst = (call: Call, account: Account): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Sign in with your password', {
      heading: 'Sign in with your password',
      paragraphs: [
        greeting(account),
        'Somebody asked for a code to sign in with. Your account asks for the password first, and only then sends a code: choose the password when you sign in.',
      ],
      action: { label: 'Sign in', url: call.productUrl },
      footnote: 'If this was not you, ignore this email.',
    }),
  )

/** In place of a code for a new password, where the mailbox would be both steps. */
export const postResetByAdmin = (call: Call, account: Account): Promise<void> =>
  call.post(
    call.tx,
    letterTo(account, 'Your password cannot be replaced by email', {
      heading: 'Your password cannot be replaced by email',
      paragraphs: [
        greeting(account),
        'Somebody asked for a new password. This account asks for a code by email at every sign-in, so a forgotten password cannot be replaced by email alone: an admin of the account can reset it.',
      ],
      footnote: 'If this was not you, ignore this email. Nothing was changed.',
    }),
  )

/** Where nobody may get a letter: the same work as for one, so that the time it takes tells nothing. It is never carried. */
export const postNowhere = (call: Call): Promise<void> =>
  call.post(call.tx, {
    to: '',
    subject: 'To nobody',
    ...renderLetter({ heading: 'To nobody', paragraphs: ['Hello,', notYou], code: '000000', footnote: notYou }),
  })
