import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer, sealContext } from './secrets.ts'

const keyOf = (id: string) => ({ id, key: randomBytes(32) })
const context = sealContext('integration', 'refresh_token', 'client 1', 'row 2')

describe('A sealed value', () => {
  const sealer = createSealer([keyOf('k1')])

  it.each(['a token', '', 'ünïcödé 🔑', 'x'.repeat(100_000)])('opens to what it was (%.10s)', (value) => {
    expect(sealer.open(sealer.seal(value, context), context).toString()).toBe(value)
  })

  it('keeps bytes as they are', () => {
    const bytes = randomBytes(64)
    expect(sealer.open(sealer.seal(bytes, context), context)).toEqual(bytes)
  })

  it('reveals nothing, and looks different each time', () => {
    const [one, two] = [sealer.seal('a token', context), sealer.seal('a token', context)]
    expect(one).not.toContain('token')
    expect(one).not.toContain(Buffer.from('a token').toString('base64url'))
    expect(one).not.toBe(two)
  })

  it('does not open in another context: it cannot be copied to another row or column', () => {
    const sealed = sealer.seal('a token', context)
    for (const other of [
      sealContext('integration', 'refresh_token', 'client 1', 'row 3'),
      sealContext('integration', 'access_token', 'client 1', 'row 2'),
      '',
    ])
      expect(() => sealer.open(sealed, other)).toThrow(/authenticate/)
  })

  it('does not open after any part of it was changed', () => {
    const [version, id, nonce, body = ''] = sealer.seal('a token', context).split('.')
    const bytes = Buffer.from(body, 'base64url')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    const other = randomBytes(12).toString('base64url')
    expect(() => sealer.open([version, id, nonce, bytes.toString('base64url')].join('.'), context)).toThrow(/authenticate/)
    expect(() => sealer.open([version, id, other, body].join('.'), context)).toThrow(/authenticate/)
    const shortened = Buffer.from(body, 'base64url').subarray(-12).toString('base64url')
    expect(() => sealer.open([version, id, nonce, shortened].join('.'), context)).toThrow(/tag|authenticate/)
  })

  it.each(['', 'plain text', 's1.k1.x', 's2.k1.x.y'])('is not %j, which is reported instead of guessed', (text) => {
    expect(() => sealer.open(text, context)).toThrow('not sealed in a known form')
  })
})

describe('A change of keys', () => {
  const [old, fresh] = [keyOf('old'), keyOf('fresh')]

  it('seals with the first key and still opens with the others', () => {
    const before = createSealer([old]).seal('a token', context)
    const sealer = createSealer([fresh, old])
    expect(sealer.currentKeyId).toBe('fresh')
    expect(sealer.open(before, context).toString()).toBe('a token')
    expect(sealer.seal('a token', context)).toMatch(/^s1\.fresh\./)
  })

  it('names the missing key', () => {
    const before = createSealer([old]).seal('a token', context)
    expect(() => createSealer([fresh]).open(before, context)).toThrow('The sealing key old is not among the configured ones')
  })

  it('needs at least one key', () => {
    expect(() => createSealer([])).toThrow('at least one key')
  })
})
