/** Names that are separated by commas. */
export const namesOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
