/** What a module hands over to be sent; the texts are written in the modules. */
export interface Email {
  /** Empty for a decoy: it costs the same, and is discarded instead of being delivered. */
  to: string
  subject: string
  text: string
  html: string
  /** The client it belongs to, if there is one. */
  clientId?: string
}
