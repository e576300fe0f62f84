// Keys and secrets: made here, returned once, and then known by their hash, or sealed.
import { createHash, randomBytes } from 'node:crypto'

const bytes = 32
const tailLength = 4

export interface MadeKey {
  key: string
  hash: Buffer
  /** By which a user recognizes it. */
  tail: string
}

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

export const makeKey = (): MadeKey => {
  const key = `in_${randomBytes(bytes).toString('base64url')}`
  return { key, hash: hashOfKey(key), tail: key.slice(-tailLength) }
}

/** In the form of Standard Webhooks. */
export const makeSecret = (): string => `whsec_${randomBytes(bytes).toString('base64')}`

export const hooksPath = '/hooks/in/'

export const addressOf = (publicUrl: string, key: string): string => `${publicUrl}${hooksPath}${key}`
