// Values that no form would send.
import type { Random } from '#sandbox/kit/random.ts'

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

// Not as a literal: there these names would set a prototype instead of a member.
const named = (name: string, value: unknown): object => Object.fromEntries([[name, value]])

export const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toJSON',
  'then',
  'hasOwnProperty',
  'length',
  '',
  '\0',
  '$where',
] as const

export const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  '😀'.repeat(60),
  'e\u0301'.repeat(200),
  'A'.repeat(260),
  'A'.repeat(9000),
  '%00',
  '%',
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  `' or 1=1 --`,
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a@b\r\nBcc: c@example.com',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'created_at:sideways',
  'Etc/GMT+99',
] as const

const oddNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324] as const

const makers: readonly ((random: Random) => unknown)[] = [
  (random) => random.pick(oddTexts),
  (random) => random.pick(oddTexts),
  (random) => random.pick(oddNumbers),
  (random) => random.pick([null, true, false, [], {}, [[]], [null], ['x'], { a: { b: 1 } }, { length: 3 }]),
  (random) => nested(random.pick([5, 60, 900]), (inner) => [inner]),
  (random) => nested(random.pick([5, 60, 900]), (inner) => ({ inner })),
  (random) => named(random.pick(oddNames), random.pick([null, {}, 'x', { isStaff: true }])),
  (random) => Array.from({ length: random.pick([3, 101, 600]) }, () => random.pick(oddTexts)),
  () => 'x'.repeat(100_000),
]

export const oddValue = (random: Random): unknown => random.pick(makers)(random)

const oddBytes = [Buffer.from([0xff, 0xfe]), Buffer.from([0xc3, 0x28]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0])]
const oddPieces = ['"', '{', '}', '[', '\\', '\0', '\\u0000', '\\ud800', ',', ':', '1e999', '\ufeff', '\n', '"__proto__":1,']

/** A text that was valid JSON before. */
export const brokenBody = (body: string, random: Random): string | Buffer => {
  const at = random.below(body.length + 1)
  const [head, tail] = [body.slice(0, at), body.slice(at)]
  const ways: (() => string | Buffer)[] = [
    () => head,
    () => `${head}${random.pick(oddPieces)}${tail.slice(1)}`,
    () => `${body}${body}`,
    () => `[${body}]`,
    () => `${'['.repeat(20_000)}${body}`,
    () => `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    () => body.replace('{', '{"__proto__":{"isStaff":true},"constructor":{"prototype":{}},'),
    () => body.replace(/^\{("[^"]*":)/, '{$1null,$1'),
    () => body.replace(/:"[^"]*"/, `:${'9'.repeat(400)}`),
    () => body.replace(/:"[^"]*"/, `:"${'x'.repeat(random.pick([70_000, 1_100_000]))}"`),
    () => random.pick(['', 'null', '0', '"x"', '[]', '<html>', 'undefined', 'a=b&c[d]=e']),
    () => Buffer.concat([Buffer.from(head), random.pick(oddBytes), Buffer.from(tail)]),
    () => Buffer.from(body, 'utf16le'),
  ]
  return random.pick(ways)()
}
