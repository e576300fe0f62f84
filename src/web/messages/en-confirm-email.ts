/** The page that the link of a confirmation email opens. */
export const confirmEmailMessages = {
  confirm: 'Confirm email address',
  signIn: 'Sign in',
  home: 'Go to Home',
  ask: {
    title: 'Confirm your email address',
    text: "Enter the password you chose when you signed up. If you didn't sign up, close this page. Nothing will be confirmed.",
  },
  confirmed: { title: 'Email address confirmed', text: 'You can return to the tab you signed up in, or sign in.' },
  used: { title: 'This link was already used', text: 'Your email address is confirmed. You can sign in.' },
  expired: { title: 'This link no longer works', text: 'It expired or was replaced by a newer one. Sign in to get a new link.' },
  incomplete: {
    title: 'This link is incomplete',
    text: 'Open it from the email again, or paste the whole link into the address bar.',
  },
  signedIn: { title: "You're signed in", text: 'To confirm another address, sign out and open the link from the email again.' },
  refused: {
    wrongPassword: "This isn't the password you signed up with.",
    tooMany: 'Too many attempts. Wait a few minutes, then try again.',
    failed: 'Something went wrong. Try again.',
  },
} as const
