/** What a module hands over to be sent; the letters themselves are written in the modules. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /** The tenant it belongs to, when there is one already. */
  clientId?: string
}
