import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** The fixed beginning of every Ed25519 key in PKCS 8; the key itself follows. */
const beginning = Buffer.from('302e020100300506032b657004220420', 'hex')
const seed = createHash('sha256').update('sandbox of GoHighLevel, worth nothing anywhere else').digest()
const privateKey = createPrivateKey({ key: Buffer.concat([beginning, seed]), format: 'der', type: 'pkcs8' })

/** The public key that the marketplace shows for checking its webhooks. */
export const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')

export const signatureOf = (body: string): string => sign(null, Buffer.from(body), privateKey).toString('base64')
