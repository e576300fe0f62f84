// A new vendor is a folder here, a folder of the sandbox, and a line in one list of each. Nothing else names a vendor.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'
import { slugOf } from './kit/app.ts'
import { allConnectors } from './registry.ts'

/** Where vendors may be named: the two lists, and the calls whose paths name a vendor because the specification does. */
const known = new Set([
  'src/server/connectors/registry.ts',
  'src/sandbox/vendors.ts',
  'src/server/modules/integrations/connect/routes.ts',
  'src/web/data/integrations/vendor-calls.ts',
  // A field of a reply of the specification.
  'src/server/modules/ghost-companies/mapper.ts',
  // Marketing sources, not connected accounts.
  'src/sandbox/kit/fill.ts',
  'src/server/connectors/hubspot/touches.ts',
])
const isApart = (path: string): boolean =>
  /\.test\.tsx?$|\/testing(?:\/|\.ts$)|^src\/sandbox\/demo\/|^src\/server\/demo/.test(path) ||
  // Calls of the specification, by its names.
  /^src\/contract\/(?:integrations\/(?:ad-accounts|configs|integrations|provider-spelling|providers)|ghost-companies\/\w+)\.ts$/.test(
    path,
  )

const sources = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((path) => !known.has(path) && !isApart(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))

const vendors = allConnectors().map(({ manifest: { type, name } }) => ({ type, name }))

/** The name as a value, a key or in a path of ours: `'hubspot'`, `hubspot:`, `hubspot/index.ts`. */
const namesType = (type: string, text: string): boolean => {
  const slug = slugOf(type)
  const isKey = new RegExp(`^\\s*${type}:`, 'm').test(text)
  return isKey || text.includes(`'${type}'`) || text.includes(`'${slug}'`) || text.includes(`/${slug}/`)
}

const ownFolders = (type: string): string[] => [`src/server/connectors/${slugOf(type)}/`, `src/sandbox/${slugOf(type)}/`]

/** Help texts name vendors as examples, so that a search finds them; a vendor works without being named there. */
const isHelp = (path: string): boolean => path === 'src/web/messages/en-help.ts'

describe('Adding a vendor', () => {
  it('is checked over the whole product', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(vendors.length).toBeGreaterThan(8)
  })

  it.each(vendors)('touches nothing but its folders and the lists: $type', ({ type }) => {
    const elsewhere = sources
      .filter(({ path }) => !ownFolders(type).some((folder) => path.startsWith(folder)))
      .filter(({ text }) => namesType(type, text))
      .map(({ path }) => path)
    expect(elsewhere).toEqual([])
  })

  it.each(vendors)('needs no text on a screen, where names come from the manifests: $name', ({ name }) => {
    const named = sources
      .filter(({ path }) => path.startsWith('src/web/') && !isHelp(path))
      .filter(({ text }) => text.includes(name))
      .map(({ path }) => path)
    expect(named).toEqual([])
  })
})
