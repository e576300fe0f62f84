import { describe, expect, it } from 'vitest'
import { cacheInvalidated, createLocalCache, integrationsKey } from './local-cache.ts'

/** A storage with a limited number of characters, like a browser's. */
class SmallStorage implements Storage {
  readonly #entries = new Map<string, string>()
  readonly #room: number
  constructor(room = Number.POSITIVE_INFINITY) {
    this.#room = room
  }
  get length(): number {
    return this.#entries.size
  }
  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    const others = [...this.#entries].filter(([name]) => name !== key)
    const size = others.reduce((sum, [name, text]) => sum + name.length + text.length, key.length + value.length)
    if (size > this.#room) throw new DOMException('full', 'QuotaExceededError')
    this.#entries.set(key, value)
  }
  removeItem(key: string): void {
    this.#entries.delete(key)
  }
  clear(): void {
    this.#entries.clear()
  }
}

describe('The local cache [HTTP-07]', () => {
  it('stores data, timestamp and a lifetime of 60 minutes under a prefixed key', () => {
    const storage = new SmallStorage()
    const cache = createLocalCache({ storage, events: new EventTarget(), now: () => 1000 })
    cache.write('stages', [1, 2])
    expect(JSON.parse(storage.getItem('tributary_stages') ?? '')).toEqual({ data: [1, 2], timestamp: 1000, ttl: 3_600_000 })
  })

  it('returns an entry for one hour and not after', () => {
    let now = 0
    const cache = createLocalCache({ storage: new SmallStorage(), events: new EventTarget(), now: () => now })
    cache.write('stages', 'fresh')
    now = 3_599_999
    expect(cache.read('stages')?.data).toBe('fresh')
    now = 3_600_000
    expect(cache.read('stages')).toBeUndefined()
  })

  it('has a key for integrations with the host and whether they are active', () => {
    expect([integrationsKey('app.example.com', true), integrationsKey('app.example.com', false)]).toEqual([
      'integrations_app.example.com_true',
      'integrations_app.example.com_false',
    ])
  })

  it('deletes expired entries when the storage is full, and no entries of others', () => {
    let now = 0
    const storage = new SmallStorage(260)
    storage.setItem('someone-else', 'x'.repeat(20))
    const cache = createLocalCache({ storage, events: new EventTarget(), now: () => now })
    cache.write('old', 'o'.repeat(80))
    now = 4_000_000
    cache.write('new', 'n'.repeat(80))
    expect(storage.getItem('tributary_old')).toBeNull()
    expect(cache.read('new')?.data).toBe('n'.repeat(80))
    expect(storage.getItem('someone-else')).toHaveLength(20)
  })

  it('stores nothing when there is still no room, and drops the outdated entry', () => {
    const cache = createLocalCache({ storage: new SmallStorage(100), events: new EventTarget() })
    cache.write('big', 'small')
    expect(cache.read('big')?.data).toBe('small')
    cache.write('big', 'b'.repeat(100))
    expect(cache.read('big')).toBeUndefined()
  })

  it('deletes the entries immediately and fires one invalidation event 100 ms later', async () => {
    const events = new EventTarget()
    const cache = createLocalCache({ storage: new SmallStorage(), events })
    cache.write('stages', 1)
    cache.write('users', 2)
    const fired = new Promise<{ keys: string[]; waited: number }>((resolve) => {
      const requestedAt = performance.now()
      events.addEventListener(cacheInvalidated, (event) =>
        resolve({ keys: (event as CustomEvent<{ keys: string[] }>).detail.keys, waited: performance.now() - requestedAt }),
      )
    })
    cache.invalidate('stages', 'users')
    expect([cache.read('stages'), cache.read('users')]).toEqual([undefined, undefined])
    const { keys, waited } = await fired
    expect(keys).toEqual(['stages', 'users'])
    expect(waited).toBeGreaterThanOrEqual(99)
  })
})
