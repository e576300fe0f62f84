// Foreign texts are matched by patterns everywhere. Their cost must be proportional to the length of the text:
// otherwise one long text would stop all users.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './platform/config.ts'
import { processorTimeOf } from './testing/processor-time.ts'

interface Pattern {
  path: string
  source: string
  flags: string
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path)

const patternsIn = (path: string): Pattern[] => {
  const found: Pattern[] = []
  const text = readFileSync(join(projectRoot, path), 'utf8')
  const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path)
  JSON.stringify(tree, (_key, node: bigint | { regex?: { pattern: string; flags: string } } | null) => {
    if (typeof node === 'bigint') return null
    if (node?.regex) found.push({ path, source: node.regex.pattern, flags: node.regex.flags })
    return node
  })
  return found
}

const patterns = globSync('src/{contract,server,web}/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((path) => !isTest(path))
  .flatMap(patternsIn)

const asLine = ({ path, source, flags }: Pattern): string => `${path}: /${source}/${flags}`

/** Can start at many positions of a text, and scans from each of them as far as the next one does. */
const quadraticText = ({ source, flags }: Pattern): string | undefined => {
  const pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ''))
  const own = source.replaceAll(/\\[a-zA-Z]|[\\^$.|?*+()[\]{}]/g, '')
  const signs = [...new Set(['a', '0', '-', '(', ...own])].slice(0, 12)
  const pieces = signs.flatMap((one) => [one, ...signs.map((other) => one + other), ...signs.map((other) => `${one} ${other}`)])
  const costOf = (piece: string, length: number, times: number): number => {
    const text = piece.repeat(length / piece.length)
    return processorTimeOf(times, () => pattern.test(text))
  }
  // Eight times the text takes eight times as long, or 64 times. Time is counted in ticks of some milliseconds.
  const isQuadratic = (piece: string): boolean => costOf(piece, 64_000, 7) > 25 * Math.max(costOf(piece, 8000, 7), 1)
  return pieces.find((piece) => costOf(piece, 16_000, 1) > 10 && isQuadratic(piece))
}

describe('The patterns of the product', () => {
  it('are found', () => {
    expect(patterns.length).toBeGreaterThan(200)
  })

  it('take time in proportion to a text of any form', () => {
    const slow = patterns.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
    expect(slow.map(asLine)).toEqual([])
  })

  it('do not scan the same rest of a text repeatedly', () => {
    const free = patterns.filter(({ path, source }) => !path.startsWith('src/web/') && !source.startsWith('^'))
    const slow = free.filter((pattern) => quadraticText(pattern) !== undefined)
    expect(slow.map(asLine)).toEqual([])
  })
})
