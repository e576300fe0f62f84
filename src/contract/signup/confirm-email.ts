/** The page that a link in an email leads to; the secret follows after the `#`, so that no server on the way sees it. */
export const confirmEmailPath = '/confirm-email'
