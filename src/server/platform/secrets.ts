// Secrets at rest: AES-256-GCM, a new nonce per value, bound to where it is stored.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface SealingKey {
  id: string
  key: Buffer
}

export interface Sealer {
  /** `context` names table, column and row; a value moved elsewhere does not open. */
  seal(value: string | Uint8Array, context: string): string
  open(sealed: string, context: string): Buffer
  /** The key that new values are sealed with. */
  currentKeyId: string
}

const format = 's1'

export const createSealer = (keys: readonly SealingKey[]): Sealer => {
  const [current] = keys
  if (current === undefined) throw new Error('A sealer needs at least one key')
  const byId = new Map(keys.map((entry) => [entry.id, entry.key]))
  return {
    currentKeyId: current.id,
    seal(value, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(value), cipher.final(), cipher.getAuthTag()])
      return [format, current.id, nonce.toString('base64url'), body.toString('base64url')].join('.')
    },
    open(sealed, context) {
      const [version, keyId, nonce, body] = sealed.split('.')
      if (version !== format || !keyId || !nonce || !body) throw new Error('This value is not sealed in a known form')
      const key = byId.get(keyId)
      if (!key) throw new Error(`The sealing key ${keyId} is not among the configured ones`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url')).setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
    },
  }
}

/** The context of a sealed column of a row; the rotation command builds the same one. */
export const sealContext = (table: string, column: string, ...key: readonly string[]): string =>
  `${table}.${column}/${key.join('/')}`
