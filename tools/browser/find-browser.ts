// Finds the browser for e2e tests, screenshots and benchmarks: the first of these methods that returns one that runs.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { versionOf, type BrowserProgram } from './browser-program.ts'
import { npmBrowser, npmBrowserFits } from './npm-browser.ts'

/** What the choice depends on. Tests pass other machines. */
export interface Machine {
  env: NodeJS.ProcessEnv
  os: string
  cpu: string
  isRoot: boolean
  /** The contents of /etc/os-release. */
  system: string
  /** Where Playwright stores a downloaded browser. */
  download: string
}

interface Browser extends BrowserProgram {
  /** How it was found, and its version. */
  about: string
}

type Say = (line: string) => void

/** A method to find browsers; it may find none. */
type FindMethod = (machine: Machine, say: Say) => Promise<{ how: string; programs: BrowserProgram[] }>

export class NoBrowser extends Error {}

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const macApplications = ['Chromium', 'Google Chrome', 'Microsoft Edge']

const onPath = ({ env }: Machine): string[] =>
  names.flatMap((name) => (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))

const applications = ({ os }: Machine): string[] =>
  os === 'darwin' ? macApplications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`) : []

const installed: FindMethod = async (machine) => ({
  how: 'of this machine',
  programs: [...onPath(machine), ...applications(machine)].filter((path) => existsSync(path)).map((path) => ({ path })),
})

const fromNpm: FindMethod = async (machine) => ({
  how: 'from npm',
  programs: npmBrowserFits(machine) ? [await npmBrowser()] : [],
})

/** Resolves to whether it succeeded; its output is discarded. */
const runQuietly = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: 'ignore', timeout: 10 * 60_000 })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })

const downloaded: FindMethod = async ({ env, download: path }, say) => {
  if (!existsSync(path)) {
    say('No browser found on this machine. Downloading the Chromium of Playwright…')
    await runQuietly('playwright', ['install', 'chromium'], env)
  }
  return { how: 'downloaded by Playwright', programs: existsSync(path) ? [{ path }] : [] }
}

const isDebianLike = ({ system }: Machine): boolean => /^(ID|ID_LIKE)=.*\b(debian|ubuntu)\b/m.test(system)

const fromDebian: FindMethod = async (machine, say) => {
  const how = "from the system's packages"
  if (!machine.isRoot || !isDebianLike(machine)) return { how, programs: [] }
  say('Installing the package chromium of this system with apt-get, for the tests in a browser…')
  const env = { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '--yes', '--no-install-recommends', 'chromium']
  const isDone =
    (await runQuietly('apt-get', install, env)) ||
    ((await runQuietly('apt-get', ['update'], env)) && (await runQuietly('apt-get', install, env)))
  return { how, programs: isDone ? (await installed(machine, say)).programs : [] }
}

const ways: readonly FindMethod[] = [installed, fromNpm, downloaded, fromDebian]

const firstThatRuns = async (
  programs: readonly BrowserProgram[],
  { env }: Machine,
  how: string,
): Promise<Browser | undefined> => {
  for (const program of programs) {
    const version = await versionOf(program, env)
    if (version !== undefined) return { ...program, about: `${version}, ${how}: ${program.path}` }
  }
  return undefined
}

const named = async (path: string, machine: Machine): Promise<Browser> => {
  const browser = await firstThatRuns([{ path }], machine, 'named by CHROMIUM_PATH')
  if (browser) return browser
  throw new NoBrowser(`CHROMIUM_PATH names ${path}, which is no browser that runs on this machine.`)
}

const thisMachine = (): Machine => ({
  env: process.env,
  os: process.platform,
  cpu: process.arch,
  isRoot: process.getuid?.() === 0,
  system: existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
  download: chromium.executablePath(),
})

export const findBrowser = async (say: Say, machine: Machine = thisMachine()): Promise<Browser> => {
  const path = machine.env['CHROMIUM_PATH']
  if (path) return named(path, machine)
  for (const way of ways) {
    const { how, programs } = await way(machine, say)
    const browser = await firstThatRuns(programs, machine, how)
    if (browser) return browser
  }
  throw new NoBrowser(
    'The tests in a browser need Chromium, Chrome or Edge, and none was found: install one, name one by CHROMIUM_PATH, run "npx playwright install chromium", or on Debian and Ubuntu run the command as root.',
  )
}

/** How Playwright starts it. It opens only our own pages, so it runs without Chromium's sandbox, which root cannot use. */
export const launchOptionsOf = ({ path, env = {} }: BrowserProgram) => ({
  executablePath: path,
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--font-render-hinting=none',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
  env: { ...process.env, ...env } as Record<string, string>,
})
