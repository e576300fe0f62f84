import { useSyncExternalStore } from 'react'

/** Calls back when the browser is online again; the returned function unsubscribes. */
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

/** Whether our own server responds. A browser that reports to be online may still not reach it. */
export const canReachServer = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/mark.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patience) })).ok
  } catch {
    return false
  }
}
