// Replaces signing keys without interruption: published first, then signing, while tokens of the old keys expire.
import { after } from '../pool.ts'
import { accessLifetime } from './issue.ts'
import { createKey, type KeyStore } from './keys.ts'
import { keyUses, lockKeys, retireKeys, selectKeys } from './queries.ts'

const minute = 60_000
// Every process reads the keys within five minutes, and others may cache our list for another five.
const publishedBefore = 15 * minute
// Processes keep signing with the old key until they read again, and clocks differ.
const margin = 15 * minute

export interface Rotation {
  /** From then on the new keys sign. */
  signsFrom: Date
  /** Until then tokens of the old keys are valid. */
  retiresAt: Date
}

/** Undefined if the newest keys are younger than that, or do not sign yet. */
export const rotateKeys = (store: KeyStore, olderThan: number): Promise<Rotation | undefined> =>
  store.database.asSystem('identity: rotate the signing keys', async (tx) => {
    await lockKeys(tx)
    const now = store.clock.now()
    const [newest] = await selectKeys(tx, now)
    if (newest === undefined || after(newest.signsFrom, olderThan) > now) return undefined
    const signsFrom = after(now, publishedBefore)
    const retiresAt = after(signsFrom, accessLifetime + margin)
    await retireKeys(tx, retiresAt)
    for (const use of keyUses) await createKey(tx, store, { use, signsFrom })
    return { signsFrom, retiresAt }
  })
