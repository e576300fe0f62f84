// Makes few files for the first visit, and a list of them for the server, which writes it into the page.
import { build, mergeConfig, type InlineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { publicPaths } from '../../src/web/paths.ts'
import { chunksOf, filesWith, groupsOf, type Visits } from './chunk-plan.ts'

const web = '/src/web/'
const beginning = `${web}app/start.tsx`
const pages = `${web}app/RoutedApp.tsx`
const identity = `${web}lib/identity/identity-client.ts`

const visits: Visits = {
  entry: `${web}main.ts`,
  signIn: [beginning, `${web}features/auth/AuthScreen.tsx`],
  home: [beginning, pages, `${web}app/shell/Shell.tsx`, `${web}features/home/HomePage.tsx`, identity],
  identity: [identity],
  proof: [`${web}lib/identity/begin-sign-in.ts`],
  later: [`${web}features/auth/screens/LaterScreen.tsx`, `${web}features/auth/steps/StepScreen.tsx`],
}

const survey = async (config: UserConfig): Promise<Rolldown.RolldownOutput> => {
  const only: InlineConfig = { configFile: false, logLevel: 'silent', build: { write: false, manifest: false, minify: false } }
  return (await build(mergeConfig(config, only))) as Rolldown.RolldownOutput
}

/** The configuration for the final build, planned by a first build. */
export const withFewFiles = async (config: UserConfig): Promise<UserConfig> => {
  const groups = groupsOf(chunksOf((await survey(config)).output), visits)
  return mergeConfig(config, {
    plugins: [firstLoadList()],
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  } satisfies UserConfig)
}

const listOf = (bundle: Rolldown.OutputBundle) => {
  const chunks = chunksOf(Object.values(bundle))
  const entry = filesWith(chunks, [visits.entry])
  const filesOf = (modules: readonly string[]) => {
    const files = [...filesWith(chunks, modules)].filter((file) => !entry.has(file))
    const bySize = files.toSorted((a, b) => (chunks.get(b)?.code.length ?? 0) - (chunks.get(a)?.code.length ?? 0))
    // A browser opens six connections, and the last file has to wait: neither the script of the first calls nor a large one.
    return {
      scripts: [...entry, ...bySize],
      styles: files.flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]),
    }
  }
  return { signIn: filesOf(visits.signIn), home: filesOf(visits.home), public: filesOf([beginning, pages]), publicPaths }
}

const firstLoadList = (): Plugin => ({
  name: 'first-load-list',
  enforce: 'post',
  generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: '.vite/first-load.json', source: JSON.stringify(listOf(bundle)) })
  },
})
