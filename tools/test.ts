// npm test: checks, then tests on a real PostgreSQL, then e2e tests in a real browser. A pattern runs only what matches it.
//   npm test                    everything
//   npm test -- sign-up             test files whose path matches; if there is none, tests whose title matches
//   npm run e2e -- sign-up          e2e tests only
//   npm test -- --slowest           also lists the slowest files
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '#server/platform/config.ts'
import { findBrowser, NoBrowser } from './browser/find-browser.ts'
import { ensureWebBuilt } from './build-web.ts'
import { runChecks } from './check.ts'
import { report, runStep, type Step } from './steps.ts'
import { playwrightResults, slowestOf, vitestResults, type Results } from './test-results.ts'

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, slowest: { type: 'boolean', default: false } },
  allowPositionals: true,
})
// Many tests start the product or a tool as its own process: the compile cache halves the time of each start.
process.env['NODE_COMPILE_CACHE'] ??= join(projectRoot, 'node_modules/.cache/compiled')
const folder = mkdtempSync(join(tmpdir(), 'tributary-results-'))
const total: Results = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }

const add = ({ passed = 0, failed = 0, skipped = 0, failures = [], files: newFiles = [] }: Partial<Results>): void => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.failures.push(...failures)
  total.files.push(...newFiles)
}

const files = { tests: '{src,tools,fuzz}/**/*.test.ts', journeys: 'e2e/*.spec.ts' }

const matchesPath = (kind: keyof typeof files): boolean =>
  globSync(files[kind], { cwd: projectRoot }).some((path) => positionals.some((pattern) => path.includes(pattern)))

/** Patterns match paths. If no path matches, they match titles. */
const isAboutPaths = positionals.length > 0 && (matchesPath('tests') || matchesPath('journeys'))

const isSelected = (kind: keyof typeof files): boolean => !isAboutPaths || matchesPath(kind)

const filterOf = (titleFlag: string): string[] =>
  isAboutPaths || positionals.length === 0 ? positionals : [titleFlag, positionals.join('|')]

const run = async (step: Step, resultsOf: () => Results | undefined): Promise<void> => {
  const started = performance.now()
  const outcome = await runStep(step)
  report(step, outcome, performance.now() - started)
  const results = resultsOf()
  add(results ?? {})
  // A runner that crashed without a failed test still counts as failed.
  if (!outcome.ok && (results?.failed ?? 0) === 0) add({ failed: 1 })
}

const unitTests = (): Promise<void> => {
  const file = join(folder, 'vitest.json')
  const command = [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--passWithNoTests',
    ...filterOf('-t'),
  ]
  return run({ name: 'tests on PostgreSQL', command, loud: true }, () => vitestResults(file))
}

/** Printed before the e2e tests; without a browser they fail, and are never skipped. */
const sayBrowser = async (): Promise<boolean> => {
  try {
    console.log((await findBrowser((line) => console.log(line))).about)
    return true
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error
    console.log(error.message)
    add({ failed: 1 })
    return false
  }
}

const journeys = async (): Promise<void> => {
  if (!(await sayBrowser())) return
  await ensureWebBuilt({ root: projectRoot, log: (line) => console.log(line) })
  const file = join(folder, 'playwright.json')
  const command = ['playwright', 'test', '--pass-with-no-tests', ...filterOf('-g')]
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  return run({ name: 'journeys in a browser', command, loud: true, env }, () => playwrightResults(file))
}

if (values.only === undefined && positionals.length === 0) add(await runChecks())
if (values.only !== 'e2e' && isSelected('tests')) await unitTests()
if (isSelected('journeys')) await journeys()
rmSync(folder, { recursive: true, force: true })
if (total.passed + total.failed === 0) {
  console.log(`Nothing matches ${positionals.join(' ')}: no test ran.`)
  total.failed = 1
}
if (values.slowest) for (const line of slowestOf(total.files, 30)) console.log(line)
for (const failure of total.failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)
