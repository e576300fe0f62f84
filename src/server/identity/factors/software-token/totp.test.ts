import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newTotpSecret, stepOfCode } from './totp.ts'

// Appendix B of RFC 6238, of whose eight digits an app with six shows the last.
const secret = Secret.fromLatin1('12345678901234567890').base32
const vectors = [
  { seconds: 59, code: '94287082' },
  { seconds: 1_111_111_109, code: '07081804' },
  { seconds: 1_111_111_111, code: '14050471' },
  { seconds: 1_234_567_890, code: '89005924' },
  { seconds: 2_000_000_000, code: '69279037' },
  { seconds: 20_000_000_000, code: '65353130' },
]
const at = (seconds: number) => new Date(seconds * 1000)

describe('Codes of authenticator apps', () => {
  it('are those of RFC 6238 [IDP-01]', () => {
    for (const { seconds, code } of vectors)
      expect(stepOfCode(secret, code.slice(-6), at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('are valid 30 seconds before and after their own, and no longer', () => {
    const [code, step] = ['005924', 41_152_263]
    for (const seconds of [(step - 1) * 30, step * 30, (step + 2) * 30 - 1])
      expect(stepOfCode(secret, code, at(seconds))).toBe(step)
    for (const seconds of [(step - 1) * 30 - 1, (step + 2) * 30]) expect(stepOfCode(secret, code, at(seconds))).toBeUndefined()
  })

  it('are six digits and nothing else', () => {
    for (const code of ['', '5924', '05924', '0005924', '89005924', ' 005924', '00592４', '005924\n'])
      expect(stepOfCode(secret, code, at(1_234_567_890))).toBeUndefined()
  })

  it('come from secrets of 160 bits, each different', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret)
    expect(new Set(secrets).size).toBe(50)
    for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/)
  })
})
