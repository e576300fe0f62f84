// Part of the first script, so it stays small.

/** A part of the program could not be downloaded: no network, or a newer version replaced it on the server. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('A part of the program could not be downloaded', { cause })
    this.name = 'MissingPart'
  }
}

const downloadFailures = /dynamically imported module|module script failed|error loading|unable to preload/i

/** Distinguishes a part that is missing from a part that is broken. */
export const asMissingPart = (error: unknown): unknown =>
  error instanceof Error && downloadFailures.test(error.message) ? new MissingPart(error) : error

const reloadedKey = 'reloaded_for_missing_part'
const oncePer = 30_000
const triedAgainAfter = 5000

/** Reloads the page, once: if that did not help, a second reload would not help either. */
export const reloadOnce = (): boolean => {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - last < oncePer) return false
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
  // A navigation that was under way may have canceled it. After a reload there is no timer anymore.
  setTimeout(() => location.reload(), triedAgainAfter)
  return true
}
