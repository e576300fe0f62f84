/** Text without what PostgreSQL cannot store: zero bytes, half characters. */
export const storable = <T extends string | null>(text: T): T =>
  (text === null ? text : text.replaceAll('\0', '').toWellFormed()) as T
