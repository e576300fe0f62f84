import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'
import { optionsAsMarkdown } from '#server/platform/config/help.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/operations.md',
  'docs/architecture.md',
  'docs/sign-in.md',
  'docs/fuzzing.md',
  'docs/zapier.md',
]

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')

it('docs/operations.md lists every setting of the product', () => {
  expect(read('docs/operations.md')).toContain(optionsAsMarkdown())
})

it('Every script that a document mentions exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = documents.flatMap((file) => [...read(file).matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name]) => name ?? ''))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('Every link between the documents works', () => {
  for (const file of documents) {
    const folder = file.includes('/') ? 'docs' : '.'
    for (const [, target = ''] of read(file).matchAll(/\]\((?!http)([^)#]+)\)/g))
      expect(() => readFileSync(join(projectRoot, folder, target))).not.toThrow()
  }
})

/** Every file and folder of ours, from the project's root. */
const known = new Set(
  globSync('{*,.github/**,bench/**,db/**,docs/**,e2e/**,fuzz/**,src/**,tools/**,zapier/*}', { cwd: projectRoot }).map((path) =>
    path.replaceAll('\\', '/'),
  ),
)

const fromRoot = /^(?:src|tools|e2e|db|docs|zapier)\//
const isPath = (text: string): boolean =>
  (fromRoot.test(text) || /^[\w.-]+\/.*\.(?:ts|tsx|mjs|json|sql|md|css|html)$/.test(text)) && !/[<*{…]/.test(text)

/** Whole from the root; or its last folders, where a document speaks of one part of the code. */
const isKnown = (text: string): boolean => {
  const path = text.replace(/\/$/, '')
  return known.has(path) || (!fromRoot.test(path) && known.values().some((one) => one.endsWith(`/${path}`)))
}

/** Written by `npm run shots`. */
const generated = new Set(['shots/index.html'])

it('every path that a document names is there', () => {
  expect(
    ['tools/docs.test.ts', 'platform/config.ts', 'src/server/modules/'].map((path) => [isPath(path), isKnown(path)]),
  ).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ])
  const named = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: projectRoot })].flatMap((file) =>
    [...read(file).matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => ({ file, path })).filter(({ path }) => isPath(path)),
  )
  expect(named.length).toBeGreaterThan(100)
  const lost = named.filter(({ path }) => !isKnown(path) && !generated.has(path))
  expect(lost).toEqual([])
})
