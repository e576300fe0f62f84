// Decides which script and style file a module belongs to. By default the bundler makes one for every set of pages that share something:
// two hundred, most of them tiny. Here a first build shows what each visit really loads, and the second puts that into few files.
import type { Rolldown } from 'vite'

/** The modules that a visit loads in sequence, by the ends of their paths. */
export interface Visits {
  /** Runs first and imports the rest. */
  entry: string
  /** Up to the first screen of a signed-out user. */
  signIn: readonly string[]
  /** Up to the landing page of a signed-in user. */
  home: readonly string[]
  /** The identity provider's client, which loads before the landing page and after the first screen. */
  identity: readonly string[]
  /** What signing in needs in addition. */
  proof: readonly string[]
  /** The further screens for signing in and up. */
  later: readonly string[]
}

/** In dependency order: a file imports no later one. */
const names = ['first', 'base', 'sign-in', 'identity', 'proof', 'app', 'later', 'controls', 'pages'] as const
type Name = (typeof names)[number]

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

export const chunksOf = (output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Chunks =>
  new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))

const addLoaded = (chunks: Chunks, file: string, loaded: Set<string>): void => {
  if (loaded.has(file)) return
  loaded.add(file)
  for (const needed of chunks.get(file)?.imports ?? []) addLoaded(chunks, needed, loaded)
}

const fileWith = (chunks: Chunks, module: string): string => {
  for (const { fileName, moduleIds } of chunks.values()) if (moduleIds.some((id) => id.endsWith(module))) return fileName
  throw new Error(`No script holds ${module}`)
}

/** The scripts that are loaded with these modules. */
export const filesWith = (chunks: Chunks, modules: readonly string[]): Set<string> => {
  const loaded = new Set<string>()
  for (const module of modules) addLoaded(chunks, fileWith(chunks, module), loaded)
  return loaded
}

const modulesIn = (chunks: Chunks, files: ReadonlySet<string>): string[] =>
  [...files].flatMap((file) => chunks.get(file)?.moduleIds ?? [])

/** How many of the parts that are loaded on demand need each module. */
const countUses = (chunks: Chunks): Map<string, number> => {
  const uses = new Map<string, number>()
  for (const { fileName, isDynamicEntry } of chunks.values()) {
    const loaded = new Set<string>()
    if (isDynamicEntry) addLoaded(chunks, fileName, loaded)
    for (const id of modulesIn(chunks, loaded)) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return uses
}

/** The file of a module; undefined means its own file. */
export const planOf = (chunks: Chunks, visits: Visits): ((id: string) => Name | undefined) => {
  const needs = (modules: readonly string[]) => new Set(modulesIn(chunks, filesWith(chunks, modules)))
  const [entry, signIn, home] = [needs([visits.entry]), needs(visits.signIn), needs(visits.home)]
  const [identity, proof, later] = [needs(visits.identity), needs(visits.proof), needs(visits.later)]
  const uses = countUses(chunks)
  const onDemand = (id: string): Name | undefined => {
    // A module that only one page needs goes into its own file.
    if ((uses.get(id) ?? 0) < 2) return undefined
    if (later.has(id)) return 'later'
    return id.includes('/node_modules/') ? 'controls' : 'pages'
  }
  const signedIn = (id: string): Name => (proof.has(id) || later.has(id) ? 'identity' : 'app')
  return (id) => {
    if (entry.has(id)) return 'first'
    if (signIn.has(id)) return home.has(id) ? 'base' : 'sign-in'
    if (identity.has(id)) return 'identity'
    if (home.has(id)) return signedIn(id)
    return proof.has(id) ? 'proof' : onDemand(id)
  }
}

/** The groups for the second build. */
export const groupsOf = (chunks: Chunks, visits: Visits): Rolldown.CodeSplittingGroup[] => {
  const nameOf = planOf(chunks, visits)
  return names.map((name, index) => ({ name, test: (id) => nameOf(id) === name, priority: names.length - index }))
}
