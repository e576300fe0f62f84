/** Two addresses that differ in case alone reach the same user. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** Where emails to an address arrive: what follows a plus sign is for the reader's own sorting. */
export const mailboxOf = (email: string): string => {
  const address = normaliseEmail(email)
  const [plus, at] = [address.indexOf('+'), address.lastIndexOf('@')]
  return plus === -1 || plus > at ? address : address.slice(0, plus) + address.slice(at)
}
