import { limits } from '#contract/kit/limits.ts'

export interface CacheEntry<T> {
  data: T
  timestamp: number
  ttl: number
}

interface Environment {
  storage: Storage
  events: EventTarget
  now?: () => number
}

const prefix = 'tributary_'
export const cacheInvalidated = 'tributary:cache-invalidated'

const parse = <T>(text: string | null): CacheEntry<T> | undefined => {
  try {
    return text === null ? undefined : (JSON.parse(text) as CacheEntry<T>)
  } catch {
    return undefined
  }
}

/** The key for the list of integrations with this value of `active`. */
export const integrationsKey = (host: string, active: boolean) => `integrations_${host}_${active}`

/** Caches replies for an hour, so that a page that opens again can show them immediately. */
export const createLocalCache = ({ storage, events, now = Date.now }: Environment) => {
  const ownKeys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(prefix))
  const isExpired = (entry: CacheEntry<unknown> | undefined) => !entry || entry.timestamp + entry.ttl <= now()

  const removeExpired = () => {
    for (const key of ownKeys()) if (isExpired(parse(storage.getItem(key)))) storage.removeItem(key)
  }

  const read = <T>(key: string): CacheEntry<T> | undefined => {
    const entry = parse<T>(storage.getItem(prefix + key))
    return isExpired(entry) ? undefined : entry
  }

  const write = (key: string, data: unknown) => {
    const text = JSON.stringify({ data, timestamp: now(), ttl: limits.localCacheTtl } satisfies CacheEntry<unknown>)
    try {
      storage.setItem(prefix + key, text)
    } catch {
      removeExpired()
      try {
        storage.setItem(prefix + key, text)
      } catch {
        // Still full: the page works without the entry, and the old one is outdated.
        storage.removeItem(prefix + key)
      }
    }
  }

  /** Deletes the entries and, a moment later, fires an event so that the components that show them fetch again. */
  const invalidate = (...keys: string[]) => {
    for (const key of keys) storage.removeItem(prefix + key)
    setTimeout(() => events.dispatchEvent(new CustomEvent(cacheInvalidated, { detail: { keys } })), limits.cacheInvalidationDelay)
  }

  const clear = () => {
    for (const key of ownKeys()) storage.removeItem(key)
  }

  return { read, write, invalidate, clear }
}
