/** The address of a key that was just made. It is kept only until the page is left. */
export interface MadeAddress {
  /** Of the endpoint. */
  id: string
  url: string
}
