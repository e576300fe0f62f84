import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync, renameSync } from 'node:fs'
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

const writeKeys = (file: string, keys: readonly SealingKey[]): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  const part = `${file}.part`
  writeFileSync(part, `${keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join('\n')}\n`, {
    mode: 0o600,
    flush: true,
  })
  renameSync(part, file)
}

/** Keys from the environment, else from the key file, which is made at first start and readable by its owner alone. */
export const loadSealingKeys = (given: string | undefined, file: string): SealingKey[] => {
  if (given !== undefined) return parseKeys(given, 'SEALING_KEY')
  try {
    return parseKeys(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const keys = [makeKey()]
    writeKeys(file, keys)
    return keys
  }
}

/** Puts a new key in front: it seals from now on, the older ones still open. */
export const addSealingKey = (file: string): SealingKey[] => {
  const keys = [makeKey(), ...loadSealingKeys(undefined, file)]
  writeKeys(file, keys)
  return keys
}

export const keepOnlyCurrentKey = (file: string): void => writeKeys(file, loadSealingKeys(undefined, file).slice(0, 1))
