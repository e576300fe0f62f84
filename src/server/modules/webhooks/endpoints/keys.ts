// The key of an endpoint, which is the end of its address. Only its hash is stored.
import { createHash, randomBytes } from 'node:crypto'

const prefix = 'in_'

export const newKey = (): string => prefix + randomBytes(32).toString('base64url')

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** By which users tell keys apart. */
export const tailOf = (key: string): string => key.slice(-4)

/** The address before the key. */
export const baseUrlOf = (publicUrl: string): string => `${publicUrl}/hooks/in/`
