// One word per thing: names of files and exports must not contain the words that docs/glossary.md excludes.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'

const glossary = readFileSync(join(projectRoot, 'docs/glossary.md'), 'utf8')

/** The last column of the tables, without the parts in parentheses. */
const bannedWords = new Set(
  glossary
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Thing'))
    .flatMap((line) => (line.split('|').at(-2) ?? '').replaceAll(/\([^)]*\)/g, '').split(','))
    .map((word) => word.trim())
    .filter((word) => /^[a-z]+$/.test(word)),
)

/** Also matches the plural of a banned word. */
const isBanned = (word: string): boolean => bannedWords.has(word) || bannedWords.has(word.replace(/s$/, ''))

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** Words of vendors and specifications, and words that have another meaning in these folders. */
const allowed: readonly { where: RegExp; words: readonly string[]; because: string }[] = [
  { where: /^src\/(sandbox|server\/connectors)\//, words: ['deal', 'deals', 'hint'], because: "vendors' own APIs say so" },
  { where: /^(fuzz|bench|src\/server\/(platform|testing|identity))\//, words: ['line', 'lines'], because: 'lines of text' },
  { where: /^src\/server\/modules\/audit\//, words: ['line', 'lines'], because: 'lines of an exported file' },
  { where: /^src\/web\/ui\//, words: ['line', 'lines'], because: 'lines of text and of charts' },
  {
    where: /^src\/server\/connectors\/kit\/rows\/|^src\/sandbox\/googlesheet\//,
    words: ['letter', 'letters'],
    because: 'columns of sheets have letters',
  },
  {
    where: /^src\/contract\/|^src\/server\/platform\/http\//,
    words: ['tenant'],
    because: 'the header x-tenant of the specification',
  },
  {
    where: /^src\/contract\/events|^src\/server\/identity\/tokens\//,
    words: ['origin', 'origins'],
    because: 'fields of events, and of tokens as Cognito names them',
  },
]

const isAllowed = (path: string, word: string): boolean =>
  allowed.some(({ where, words }) => where.test(path) && words.includes(word))

const files = globSync(['{src,tools,e2e,fuzz,bench,db}/**/*.{ts,tsx,css}', 'zapier/*.ts'], { cwd: projectRoot }).filter(
  (path) => !path.endsWith('/db/tables.ts'),
)

const exportPattern = /^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm

const wrongIn = (path: string, name: string): string[] =>
  wordsOf(name)
    .filter((word) => isBanned(word) && !isAllowed(path, word))
    .map((word) => `${path}: ${name} says "${word}"`)

describe('Names', () => {
  it('are checked against the banned words of the glossary', () => {
    expect([...bannedWords]).toEqual(expect.arrayContaining(['tenant', 'letter', 'person', 'desk', 'arrival']))
    expect(wrongIn('src/server/x.ts', 'tellLetters')).toEqual(['src/server/x.ts: tellLetters says "letters"'])
    expect(files.length).toBeGreaterThan(1000)
  })

  it('of files and folders use the words of the glossary', () => {
    expect(files.flatMap((path) => wrongIn(path, path.replace(/\.\w+$/, '').replace(/^src\//, '')))).toEqual([])
  })

  it('of everything that is exported use the words of the glossary', () => {
    const wrong = files
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(projectRoot, path), 'utf8')
        return [...text.matchAll(exportPattern)].flatMap(([, name = '']) => wrongIn(path, name))
      })
    expect(wrong).toEqual([])
  })
})
