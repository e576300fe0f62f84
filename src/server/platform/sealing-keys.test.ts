import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BadSetting } from './config/parse.ts'
import { addSealingKey, keepOnlyCurrentKey, loadSealingKeys } from './sealing-keys.ts'

const keyFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data', 'sealing.keys')
}
const entry = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const idsOf = (keys: { id: string }[]) => keys.map(({ id }) => id)

describe('The key file', () => {
  it('is created at the first start, readable by its owner alone', () => {
    const file = keyFile()
    const keys = loadSealingKeys(undefined, file)
    expect(keys).toHaveLength(1)
    expect(keys[0]?.key).toHaveLength(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(file))).toEqual(['sealing.keys'])
  })

  it('is the same for processes that start at the same time', async () => {
    const file = keyFile()
    const at = Date.now() + 1500
    const program = `
      import { loadSealingKeys } from ${JSON.stringify(join(import.meta.dirname, 'sealing-keys.ts'))}
      while (Date.now() < ${at});
      console.log(loadSealingKeys(undefined, ${JSON.stringify(file)})[0].id)`
    const load = () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
        let output = ''
        child.stdout.on('data', (data: Buffer) => (output += data.toString()))
        child.once('close', () => resolve(output.trim()))
      })
    const ids = await Promise.all([load(), load(), load(), load()])
    expect(new Set(ids)).toEqual(new Set(idsOf(loadSealingKeys(undefined, file))))
  })

  it('is the same at every later start', () => {
    const file = keyFile()
    expect(loadSealingKeys(undefined, file)).toEqual(loadSealingKeys(undefined, file))
  })

  it('gets a new key in front, and loses the old ones only when asked', () => {
    const file = keyFile()
    const [first] = loadSealingKeys(undefined, file)
    const rotated = addSealingKey(file)
    expect(rotated).toHaveLength(2)
    expect(rotated[1]).toEqual(first)
    expect(loadSealingKeys(undefined, file)).toEqual(rotated)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    keepOnlyCurrentKey(file)
    expect(loadSealingKeys(undefined, file)).toEqual(rotated.slice(0, 1))
  })

  it('is never replaced if it cannot be read: the secrets sealed with it would be lost', () => {
    const file = keyFile()
    loadSealingKeys(undefined, file)
    for (const text of ['not a key\n', '', '\n']) {
      writeFileSync(file, text)
      expect(() => loadSealingKeys(undefined, file)).toThrow(BadSetting)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })
})

describe('SEALING_KEY', () => {
  it('wins over the file, which is then not even created', () => {
    const file = keyFile()
    expect(idsOf(loadSealingKeys(`${entry('k2')},${entry('k1')}`, file))).toEqual(['k2', 'k1'])
    expect(existsSync(file)).toBe(false)
  })

  it.each(['', ',', 'k1', 'k1:short', `k1:${randomBytes(16).toString('base64')}`, entry('K!'), `${entry('k1')},k2`])(
    'is refused as %.12j in a sentence with an example',
    (text) => {
      expect(() => loadSealingKeys(text, keyFile())).toThrow(
        /^SEALING_KEY must hold keys as id:base64 of 32 bytes, for example k1:[\w+/]+=\.$/,
      )
    },
  )

  it('is refused with two keys of one name, because only one of them could open', () => {
    expect(() => loadSealingKeys(`${entry('k1')},${entry('k1')}`, keyFile())).toThrow(
      'SEALING_KEY has two keys with the id k1: give each one its own.',
    )
  })
})
