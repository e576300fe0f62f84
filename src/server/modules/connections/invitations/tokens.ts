// The secret of an invitation's link. Only its hash is stored.
import { createHash, randomBytes } from 'node:crypto'

const bytes = 32

export const newToken = (): string => randomBytes(bytes).toString('base64url')

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
