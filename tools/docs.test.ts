import { readFileSync } from 'node:fs'
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
