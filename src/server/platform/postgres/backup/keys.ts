// The keys of encrypted backups, as age writes them: the public one is for taking backups, the private one is kept
// elsewhere.
import { readFileSync, writeFileSync } from 'node:fs'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** Returns the public key. Never overwrites an existing file. */
export const createKey = async (file: string): Promise<string> => {
  const privateKey = await generateX25519Identity()
  const publicKey = await identityToRecipient(privateKey)
  writeFileSync(file, `# public key: ${publicKey}\n${privateKey}\n`, { mode: 0o600, flag: 'wx' })
  return publicKey
}

/** Throws unless it is one. */
export const checkPublicKey = (key: string): string => {
  try {
    new Encrypter().addRecipient(key)
  } catch (cause) {
    throw new Error('--encrypt-to takes a public key of npm run backup:key, which begins with age1', { cause })
  }
  return key
}

export const readPrivateKey = async (file: string): Promise<string> => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const key = lines.find((line) => line.startsWith('AGE-SECRET-KEY-1'))?.trim() ?? ''
  try {
    await identityToRecipient(key)
  } catch (cause) {
    throw new Error(`${file} is not a private key of npm run backup:key`, { cause })
  }
  return key
}
