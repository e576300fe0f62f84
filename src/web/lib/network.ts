import { useSyncExternalStore } from 'react'

/** Calls back when the browser has its network again; the answer ends that. */
export const onBackOnline = (callback: () => void): (() => void) => {
  window.addEventListener('online', callback)
  return () => window.removeEventListener('online', callback)
}

const subscribe = (callback: () => void) => {
  const stop = onBackOnline(callback)
  window.addEventListener('offline', callback)
  return () => {
    stop()
    window.removeEventListener('offline', callback)
  }
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

const patience = 5_000

/** Whether our own server answers. A browser that says it is online may still not reach it. */
export const canReachServer = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/mark.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patience) })).ok
  } catch {
    return false
  }
}

/** A part of the program could not be downloaded: no network, or a newer version took its place on the server. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('A part of the program could not be downloaded', { cause })
    this.name = 'MissingPart'
  }
}

const downloadFailures = /dynamically imported module|module script failed|error loading|unable to preload/i

/** Tells a part that is missing from a part that is broken. */
export const asMissingPart = (error: unknown): unknown =>
  error instanceof Error && downloadFailures.test(error.message) ? new MissingPart(error) : error

const reloadedKey = 'reloaded_for_missing_part'
const oncePer = 30_000

/** Loads the page anew, once: where that did not help, a second time would not either. */
export const reloadOnce = (): boolean => {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - last < oncePer) return false
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
  return true
}
