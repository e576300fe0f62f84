/** What a module hands over to be sent; the letters themselves are written in the modules. */
export interface Email {
  /** Empty for one that goes nowhere: it costs the same, and is thrown away in place of being carried. */
  to: string
  subject: string
  text: string
  html: string
  /** The tenant it belongs to, when there is one already. */
  clientId?: string
}
