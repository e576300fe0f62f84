// Another vendor is a folder here, a folder of the sandbox, and a line in each of five lists: types and names, connectors, sandboxes, page sizes
// of the conformance test, words for permissions. Nothing else knows a vendor by name.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { providerTypes } from '#contract/providers.ts'
import { projectRoot } from '#server/platform/config.ts'
import { slugOf } from './kit/app.ts'
import { connectors } from './registry.ts'

/** Where the names of vendors may stand: the lists, and the calls whose paths name a vendor because the specification does. */
const known = new Set([
  'src/contract/providers.ts',
  'src/server/connectors/registry.ts',
  'src/sandbox/vendors.ts',
  'src/server/modules/integrations/connect/routes.ts',
  'src/web/data/integrations/ad-accounts.ts',
  'src/web/data/integrations/vendor-calls.ts',
  // Where people come from: words of marketing, not accounts that are connected.
  'src/sandbox/kit/fill.ts',
  'src/server/connectors/hubspot/touches.ts',
])
const isApart = (path: string): boolean =>
  /\.test\.tsx?$|\/testing\/|^src\/contract\/|^src\/web\/messages\/|^src\/sandbox\/demo\/|^src\/server\/demo/.test(path)

const sources = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((path) => !known.has(path) && !isApart(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))

/** The name as a value or in a path of ours: `'hubspot'`, `hubspot/index.ts`. */
const namesIt = (type: string, text: string): boolean => {
  const slug = slugOf(type)
  return text.includes(`'${type}'`) || text.includes(`'${slug}'`) || text.includes(`/${slug}/`)
}

const ownFolders = (type: string): string[] => [`src/server/connectors/${slugOf(type)}/`, `src/sandbox/${slugOf(type)}/`]

describe('adding a vendor', () => {
  it('looks at the whole product', () => {
    expect(sources.length).toBeGreaterThan(300)
  })

  it.each(providerTypes)('touches nothing but its folders and the lists: %s', (type) => {
    const elsewhere = sources
      .filter(({ path }) => !ownFolders(type).some((folder) => path.startsWith(folder)))
      .filter(({ text }) => namesIt(type, text))
      .map(({ path }) => path)
    expect(elsewhere).toEqual([])
  })

  it.each(connectors.map(({ manifest }) => [manifest.name, manifest.scopes] as const))(
    'has words for what people are asked to allow: %s',
    (_name, scopes) => {
      const words = readFileSync(join(projectRoot, 'src/web/messages/en-scopes.ts'), 'utf8')
      const named = (scope: string) => words.includes(`\n  ${scope.replaceAll(/[^a-z]+/gi, '_')}: `)
      expect(scopes.filter((scope) => !named(scope))).toEqual([])
    },
  )
})
