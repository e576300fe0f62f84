// All static checks of the code, in about a minute.
import { pathToFileURL } from 'node:url'
import pMap from 'p-map'
import { report, runStep, type Step } from './steps.ts'

/** Each checker computes the types of libraries on its own: the default of four costs 50% more time than one. */
const types = (name: string): string[] => ['tsc', '-p', `tsconfig.${name}.json`, '--checkers', '1']

// The longest first: two run at a time, so that both end at about the same time.
const checks: Step[] = [
  { name: 'lint and import direction', command: ['oxlint', '--deny-warnings'] },
  { name: 'types: server', command: types('server') },
  { name: 'types: browser tests', command: types('e2e') },
  { name: 'types: web', command: types('web') },
  { name: 'types: contract', command: types('contract') },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused files, exports and dependencies', command: ['knip'] },
  { name: 'OpenAPI is current', command: ['node', 'tools/openapi.ts', '--check'] },
  { name: 'database types are current', command: ['node', 'tools/db-types.ts', '--check'] },
]

/** Two at a time; each reports when it ends. */
export const runChecks = async (): Promise<{ passed: number; failed: number }> => {
  const runOne = async (step: Step): Promise<boolean> => {
    const started = performance.now()
    const outcome = await runStep(step)
    report(step, outcome, performance.now() - started)
    return outcome.ok
  }
  const results = await pMap(checks, runOne, { concurrency: 2 })
  const passed = results.filter(Boolean).length
  return { passed, failed: checks.length - passed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed } = await runChecks()
  process.exit(failed === 0 ? 0 : 1)
}
