// Keeps folders small: at most twelve source files, then subfolders named after what they do.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'

const filesMax = 12
const depthMax = 5

const exceptions: readonly { folder: string; because: string }[] = [
  { folder: 'src/web/messages', because: 'one file of texts per namespace, named after it: a list, not a structure' },
]

const sources = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot }).filter((path) => !/\.test\.tsx?$/.test(path))
const byFolder = Map.groupBy(sources, (path) => dirname(path))
const tooLarge = [...byFolder].filter(([, files]) => files.length > filesMax).map(([folder]) => folder)

describe('A folder', () => {
  it('is checked if it contains source files', () => {
    const roots = new Set(sources.map((path) => path.split('/')[1]))
    expect(roots).toEqual(new Set(['contract', 'sandbox', 'server', 'web']))
    expect(byFolder.size).toBeGreaterThan(100)
  })

  it(`has at most ${filesMax} source files`, () => {
    expect(tooLarge.filter((folder) => !exceptions.some((exception) => exception.folder === folder))).toEqual([])
  })

  it('is an exception only as long as it has more files', () => {
    expect(exceptions.map(({ folder }) => folder).filter((folder) => !tooLarge.includes(folder))).toEqual([])
  })

  it(`is at most ${depthMax} folders deep under src`, () => {
    expect([...byFolder.keys()].filter((folder) => folder.split('/').length - 1 > depthMax)).toEqual([])
  })
})
