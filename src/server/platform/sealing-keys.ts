import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadSetting } from './config/parse.ts'
import type { SealingKey } from './secrets.ts'

const parseKey = (line: string): SealingKey | undefined => {
  const [id = '', encoded = ''] = line.split(':')
  const key = Buffer.from(encoded, 'base64')
  return /^[a-z0-9]{1,16}$/.test(id) && key.length === 32 ? { id, key } : undefined
}

const parseKeys = (text: string, origin: string): SealingKey[] => {
  const lines = text.split(/[,\n]/).map((line) => line.trim())
  const keys = lines.filter((line) => line !== '').map(parseKey)
  if (keys.length === 0 || keys.includes(undefined))
    throw new BadSetting(
      `${origin} must hold keys as id:base64 of 32 bytes, for example k1:${randomBytes(32).toString('base64')}.`,
    )
  const known = keys.filter((key) => key !== undefined)
  const twice = known.find(({ id }, index) => known.findIndex((other) => other.id === id) !== index)
  if (twice) throw new BadSetting(`${origin} has two keys with the id ${twice.id}: give each one its own.`)
  return known
}

const makeKey = (): SealingKey => ({
  id: `k${Date.now().toString(36)}${randomBytes(2).toString('hex')}`,
  key: randomBytes(32),
})

/** Writes the keys to a temporary file, completely, before it replaces `file`. */
const writePart = (file: string, keys: readonly SealingKey[]): string => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  writeFileSync(part, `${keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join('\n')}\n`, {
    mode: 0o600,
    flush: true,
  })
  return part
}

const writeKeys = (file: string, keys: readonly SealingKey[]): void => renameSync(writePart(file, keys), file)

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

/** Of several processes that start at once one creates the file; a link never replaces an existing file. */
const createKeys = (file: string): void => {
  const part = writePart(file, [makeKey()])
  try {
    linkSync(part, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(part)
  }
}

/** Keys from the environment, else from the key file, if there is one. */
export const readSealingKeys = (fromEnv: string | undefined, file: string): SealingKey[] | undefined => {
  if (fromEnv !== undefined) return parseKeys(fromEnv, 'SEALING_KEY')
  try {
    return parseKeys(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    return undefined
  }
}

/** The same, but the key file is created at the first start, readable by its owner alone. */
export const loadSealingKeys = (fromEnv: string | undefined, file: string): SealingKey[] => {
  const known = readSealingKeys(fromEnv, file)
  if (known) return known
  createKeys(file)
  return parseKeys(readFileSync(file, 'utf8'), file)
}

/** Adds a new key in front: it seals from now on, the older ones still open. */
export const addSealingKey = (file: string): SealingKey[] => {
  const keys = [makeKey(), ...loadSealingKeys(undefined, file)]
  writeKeys(file, keys)
  return keys
}

export const keepOnlyCurrentKey = (file: string): void => writeKeys(file, loadSealingKeys(undefined, file).slice(0, 1))
