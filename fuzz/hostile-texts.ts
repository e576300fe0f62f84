// Texts made to be executed, each with a mark by which it is recognized.
import type { Random } from '#sandbox/kit/random.ts'

const payloads = [
  `'); drop table client; --`,
  `' or '1'='1`,
  `1; select pg_sleep(20) --`,
  `\\'; update client set name = 'pwned' --`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `</title><svg/onload=alert(1)>`,
  `javascript:alert(1)`,
  `=cmd|' /C calc'!A0`,
  `=HYPERLINK("http://evil.example")`,
  `+1+1`,
  `-2+3`,
  `@SUM(1)`,
  `\t=1+1`,
  `\r=1+1`,
  `a","b"\n"c`,
  `x\r\nBcc: victim@evil.example\r\n\r\n<b>hello</b>`,
  `x\nSubject: other`,
  `x\n{"level":50,"msg":"forged"}`,
  `\u001b[2J\u001b]0;owned\u0007`,
  '${7*7}',
  '{{constructor.constructor("return 1")()}}',
  '<%= 7*7 %>',
  '%s%n%x',
  '\u202egnp.exe',
  'a\u200bb\u200dc\ufeff',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Zoë Ångström',
  '‮مرحبا',
  'Ω≈ç√∫˜µ≤≥÷',
  '__proto__',
  '../../../etc/passwd',
  '~'.repeat(100_000),
] as const

export interface Texts {
  /** At most this long, if another system stores no longer one. */
  next(random: Random, longest?: number): string
  /** What is left of our texts in another one, if it is not complete. */
  altered(found: string): string | undefined
  isWhole(found: string): boolean
  /** How many came back complete. */
  whole(): number
}

const markForm = /hz\d+z/g

/** How a text may be stored: trimmed, and normalized. */
const forms = (text: string): string[] => [text, text.trim(), text.normalize('NFC'), text.normalize('NFC').trim()]

export const createTexts = (): Texts => {
  const made = new Map<string, string>()
  const again = new Set<string>()
  const isKept = (mark: string, found: string): boolean => forms(made.get(mark) ?? mark).some((form) => found.includes(form))
  return {
    next(random, longest = Infinity) {
      const mark = `hz${made.size}z`
      const text = `${random.pick(payloads).slice(0, longest)}${mark}`
      made.set(mark, text)
      return text
    },
    altered(found) {
      for (const mark of found.match(markForm) ?? []) {
        if (!isKept(mark, found))
          return `${JSON.stringify(made.get(mark)?.slice(0, 80))} became ${JSON.stringify(found.slice(0, 120))}`
        again.add(mark)
      }
      return undefined
    },
    isWhole: (found) => (found.match(markForm) ?? []).some((mark) => isKept(mark, found)),
    whole: () => again.size,
  }
}

/** Every text in an answer, names of members included. */
export const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}
