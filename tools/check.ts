// Everything that can be said about the code without running it, in about half a minute.
import { pathToFileURL } from 'node:url'
import { report, runStep, type Step } from './steps.ts'

const checks: Step[] = [
  { name: 'types: contract', command: ['tsc', '-p', 'tsconfig.contract.json'] },
  { name: 'types: server', command: ['tsc', '-p', 'tsconfig.server.json'] },
  { name: 'types: web', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'types: browser tests', command: ['tsc', '-p', 'tsconfig.e2e.json'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint and import direction', command: ['oxlint', '--deny-warnings'] },
  { name: 'unused files, exports and dependencies', command: ['knip'] },
  { name: 'OpenAPI is current', command: ['node', 'tools/openapi.ts', '--check'] },
  { name: 'database types are current', command: ['node', 'tools/db-types.ts', '--check'] },
]

/** Two at a time, as there are cores; the report comes in order. */
export const runChecks = async (): Promise<{ passed: number; failed: number }> => {
  const waiting = [...checks]
  let failed = 0
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now()
      const outcome = await runStep(step)
      report(step, outcome, performance.now() - started)
      if (!outcome.ok) failed += 1
    }
  }
  await Promise.all([work(), work()])
  return { passed: checks.length - failed, failed }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed } = await runChecks()
  process.exit(failed === 0 ? 0 : 1)
}
