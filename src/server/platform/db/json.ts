/** JSON as PostgreSQL takes it: half of a character, which somebody may have typed or sent, becomes a replacement character. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one))
