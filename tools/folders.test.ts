// A folder that can be read at a glance: at most twelve source files, then subfolders named after what they do.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'

const most = 12

/** Where the rule holds. Still to come: src/server, src/contract, src/sandbox. */
const roots = ['src/web'] as const

const exceptions: readonly { folder: string; because: string }[] = [
  { folder: 'src/web/messages', because: 'one file of texts per namespace, named after it: a list, not a structure' },
]

const isSource = (path: string): boolean => !/\.test\.tsx?$/.test(path)

/** How many source files are in a folder itself. */
const counts = new Map<string, number>()
for (const path of roots.flatMap((root) => globSync(`${root}/**/*.{ts,tsx}`, { cwd: projectRoot })).filter(isSource)) {
  counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
}

const tooLarge = [...counts].filter(([, count]) => count > most).map(([folder]) => folder)

describe('A folder', () => {
  it.each(roots)('is counted in %s', (root) => {
    expect([...counts.keys()].filter((folder) => folder.startsWith(root)).length).toBeGreaterThan(10)
  })

  it(`has at most ${most} source files`, () => {
    expect(tooLarge.filter((folder) => !exceptions.some((exception) => exception.folder === folder))).toEqual([])
  })

  it('is an exception only as long as it is larger', () => {
    expect(exceptions.map(({ folder }) => folder).filter((folder) => !tooLarge.includes(folder))).toEqual([])
  })
})
