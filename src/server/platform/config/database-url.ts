/** Reads an address as pg does: the host may be left out, or come as a parameter. */
export const parseDatabaseUrl = (text: string): URL => new URL(text.replace('@/', '@localhost/'))

export const isDatabaseUrl = (text: string): boolean => {
  try {
    const { username, password, pathname } = parseDatabaseUrl(text)
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}
