// New signing keys in place of old ones, without anybody noticing: published first, then signing, while tokens of the old keys run out.
import { after } from '../pool.ts'
import { accessLifetime } from './issue.ts'
import { createKey, type KeyStore } from './keys.ts'
import { keyUses, lockKeys, retireKeys, selectKeys } from './queries.ts'

const minute = 60_000
// Every process looks at the keys within five minutes, and others may keep our list for another five.
const publishedBefore = 15 * minute
// Processes go on signing with the old key until they look again, and clocks differ.
const margin = 15 * minute

export interface Rotation {
  /** From then on the new keys sign. */
  signsFrom: Date
  /** Until then tokens of the old keys count. */
  retiresAt: Date
}

/** Nothing where the newest keys are younger than that, or do not even sign yet. */
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
