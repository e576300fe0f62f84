import { createHash, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  computeB,
  computeU,
  computeVerifier,
  computeX,
  groupOrder,
  isSameNumber,
  isSameText,
  parseNumber,
  sessionKey,
  signClaim,
  toHex,
} from './srp.ts'

// Recorded from the helper that ships inside aws-amplify.
const salt = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
const ann = { group: 'Embedded1', userId: '11111111-2222-4333-8444-555555555555', password: 'Test-påss-1' }
const [a, b] = [BigInt(`0x${'01'.repeat(32)}`), BigInt(`0x${'02'.repeat(32)}`)]
const digest = (value: bigint) => createHash('sha256').update(toHex(value)).digest('hex')
const power = (base: bigint, exponent: bigint) => {
  let result = 1n
  for (let bit = exponent, square = base; bit > 0n; bit >>= 1n, square = (square * square) % groupOrder)
    if (bit & 1n) result = (result * square) % groupOrder
  return result
}

describe('The sign-in exchange that never sends the password', () => {
  const verifier = computeVerifier(salt, ann)
  const A = power(2n, a)
  const B = computeB(verifier, b)

  it('computes what the Amplify client computes for Ann, step by step [IDP-12]', () => {
    expect(toHex(computeX(salt, ann))).toBe('61845f32ae72b17e8920233f770d4d1be9dfa1d0851e7ca67b967a8c23379cd6')
    expect(digest(verifier)).toBe('e66601493e82fd9db812f85b65b7614374bbc79b1d964a2b0e3b4418d9ecbc23')
    expect(digest(A)).toBe('a3dc1459c240cc755a931f13a49b4ca5e61759dfc5d318cf554665e40f399e72')
    expect(digest(B)).toBe('1ced3dea4a9482ac119c430a47b8a8ac5ee8d46628361ea39c6d0b43f6af5228')
    expect(toHex(computeU(A, B))).toBe('f478f364f5a0e1bca03363f71676162cf09778470ec1646516599087fe522aab')
    expect(sessionKey({ A, B, b, verifier })?.toString('hex')).toBe('b579addb60f663923983dec77676142c')
  })

  it('signs the claim as the Amplify client signs it [IDP-12]', () => {
    const claim = {
      group: ann.group,
      userId: ann.userId,
      secretBlock: 'c2VjcmV0LWJsb2NrLWZvci10aGUtdGVzdC12ZWN0b3I=',
      timestamp: 'Sun Nov 5 07:08:09 UTC 2023',
    }
    const key = Buffer.from('b579addb60f663923983dec77676142c', 'hex')
    expect(signClaim(key, claim)).toBe('25AULozGbLnZMQSeZNS2yB1IJdbbCqiAsIYtZ/Fu09E=')
  })

  it('agrees with plain modular arithmetic for salts with awkward first digits', () => {
    for (const odd of ['00000000000000000000000000000001', '7f00', '80', 'ff'.repeat(16), 'abc'])
      expect(computeVerifier(odd, ann)).toBe(power(2n, computeX(odd, ann)))
  })

  it('agrees with plain modular arithmetic on the key, for even and odd intermediate numbers', () => {
    const parities = new Set<bigint>()
    for (let number = 1n; number <= 12n; number++) {
      const other = power(2n, a + number)
      const u = computeU(other, B)
      parities.add(u & 1n)
      const S = power((other * power(verifier, u)) % groupOrder, b).toString(16)
      const even = S.length % 2 === 0 ? S : `0${S}`
      const bytes = Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
      const salt = Buffer.from(toHex(u).padStart(64, '0'), 'hex')
      const padded = (salt[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), salt]) : salt
      const key = Buffer.from(hkdfSync('sha256', bytes, padded, 'Caldera Derived Key', 16))
      expect(sessionKey({ A: other, B, b, verifier })).toEqual(key)
    }
    expect(parities.size).toBe(2)
  })

  it('gives no key to a client that tries to fix it', () => {
    for (const fixed of [0n, groupOrder, groupOrder * 2n]) expect(sessionKey({ A: fixed, B, b, verifier })).toBeUndefined()
  })

  it('reads only hexadecimal numbers of the right size', () => {
    expect(parseNumber('0aF')).toBe(175n)
    for (const bad of ['', '-1', '0x1', '1n', 'g', 'a'.repeat(769), '١']) expect(parseNumber(bad)).toBeUndefined()
  })

  it('compares texts and numbers of any length', () => {
    expect([isSameText('Ann', 'Ann'), isSameText('Ann', 'Anna'), isSameText('Ann', 'Bob')]).toEqual([true, false, false])
    expect([isSameNumber(5n, 5n), isSameNumber(5n, groupOrder - 1n)]).toEqual([true, false])
  })
})
