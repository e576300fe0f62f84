/** The page that the link of a confirmation email opens. */
export const confirmEmailMessages = {
  confirm: 'Confirm email address',
  signIn: 'Sign in',
  ask: { title: 'Confirm your email address', text: 'One click and the address you signed up with is confirmed.' },
  confirmed: { title: 'Email address confirmed', text: 'You can return to the tab you signed up in, or sign in.' },
  used: { title: 'This link was already used', text: 'Your email address is confirmed. You can sign in.' },
  expired: { title: 'This link no longer works', text: 'It expired or was replaced by a newer one. Sign in to get a new link.' },
  incomplete: { title: 'This link is incomplete', text: 'Open it from the email again, or copy all of it into the address bar.' },
  tooMany: { title: 'Too many attempts', text: 'Wait a few minutes, then try again.' },
  failed: { title: 'Your address could not be confirmed', text: 'Something went wrong. Try again.' },
} as const
