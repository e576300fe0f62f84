/** Text without what PostgreSQL cannot hold: zero bytes, halves of characters. */
export const storable = <T extends string | null>(text: T): T =>
  (text === null ? text : text.replaceAll('\0', '').toWellFormed()) as T
