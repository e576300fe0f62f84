// An authenticator in software: it creates passkeys and proves them with real keys, and lies only if a test asks for
// it.
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the user was asked for a finger or a PIN. */
  isVerified?: boolean
  /** Another counter than the next one. */
  counter?: number
  /** An attestation of the manufacturer with a certificate, instead of none. */
  format?: string
  /** An attestation signed by the key itself. */
  isSelfAttested?: boolean
  /** Framed by another site. */
  isFramed?: boolean
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const decode = (text = ''): Buffer => Buffer.from(text, 'base64url')
const hash = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest()

const clientData = (type: string, challenge: string, { origin = 'http://localhost', isFramed = false }: Lies): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isFramed }))

const head = (flags: number, counter: number, rpId = 'localhost'): Buffer => {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([hash(rpId), Buffer.from([flags]), count])
}

const present = 0x01
const verified = 0x04
const attested = 0x40

const flagsOf = ({ isVerified = true }: Lies): number => present | (isVerified ? verified : 0)

interface Key {
  id: Buffer
  publicKey: KeyObject
  privateKey: KeyObject
}

const coseOf = ({ publicKey }: Key): Buffer => {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(decode(x))],
    [-3, Uint8Array.from(decode(y))],
  ])
  return Buffer.from(isoCBOR.encode(key))
}

const statementOf = ({ privateKey }: Key, signed: Buffer, { format, isSelfAttested = false }: Lies): [string, unknown][] => {
  if (isSelfAttested) {
    const signature = Uint8Array.from(sign('sha256', signed, privateKey))
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', signature],
    ])
    return [
      ['fmt', 'packed'],
      ['attStmt', statement],
    ]
  }
  return [
    ['fmt', format ?? 'none'],
    ['attStmt', new Map(format ? [['x5c', [Uint8Array.from(randomBytes(64))]]] : [])],
  ]
}

const create = (key: Key, challenge: string, lies: Lies) => {
  const start = head(flagsOf(lies) | attested, lies.counter ?? 0, lies.rpId)
  const authData = Buffer.concat([start, Buffer.alloc(16), Buffer.from([0, key.id.length]), key.id, coseOf(key)])
  const data = clientData('webauthn.create', challenge, lies)
  const statement = new Map<string, unknown>([
    ...statementOf(key, Buffer.concat([authData, hash(data)]), lies),
    ['authData', Uint8Array.from(authData)],
  ])
  return {
    id: encode(key.id),
    rawId: encode(key.id),
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response: {
      clientDataJSON: encode(data),
      attestationObject: encode(isoCBOR.encode(statement as Map<string, string>)),
      transports: ['internal', 'something-new'],
    },
  }
}

const get = ({ id, privateKey }: Key, challenge: string, lies: Lies & { counter: number }) => {
  const data = clientData('webauthn.get', challenge, lies)
  const authenticatorData = head(flagsOf(lies), lies.counter, lies.rpId)
  const signature = sign('sha256', Buffer.concat([authenticatorData, hash(data)]), privateKey)
  return {
    id: encode(id),
    rawId: encode(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: encode(data),
      authenticatorData: encode(authenticatorData),
      signature: encode(signature),
      userHandle: encode(randomBytes(32)),
    },
  }
}

export const createAuthenticator = () => {
  const key = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), id: randomBytes(32) }
  let counter = 0
  return {
    id: encode(key.id),
    /** The answer to CredentialCreationOptions. */
    create: (options: { challenge: string }, lies: Lies = {}) => create(key, lies.challenge ?? options.challenge, lies),
    /** The answer to CREDENTIAL_REQUEST_OPTIONS. */
    get(options: { challenge: string }, lies: Lies = {}) {
      counter = lies.counter ?? counter + 1
      return get(key, lies.challenge ?? options.challenge, { ...lies, counter })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
