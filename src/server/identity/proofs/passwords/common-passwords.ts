// The 100,000 most common passwords from leaks: guessing starts with them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Written by `npm run passwords`: the first bytes of the SHA-256 of each password in lower case, in ascending order. */
export const listFile = new URL('common-passwords.bin', import.meta.url)
export const fingerprintSize = 6

const fingerprintOf = (password: string): number =>
  createHash('sha256').update(password.toLowerCase()).digest().readUIntBE(0, fingerprintSize)

let list: Buffer | undefined

/** In any case. */
export const isCommonPassword = (password: string): boolean => {
  list ??= readFileSync(listFile)
  const fingerprint = fingerprintOf(password)
  let [from, to] = [0, list.length / fingerprintSize]
  while (from < to) {
    const middle = (from + to) >> 1
    const found = list.readUIntBE(middle * fingerprintSize, fingerprintSize)
    if (found === fingerprint) return true
    if (found < fingerprint) from = middle + 1
    else to = middle
  }
  return false
}
