// Reads the reports of both test runners: how many tests passed, and the names of those that failed.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { projectRoot } from '#server/platform/config.ts'

export interface Results {
  passed: number
  failed: number
  skipped: number
  /** The file, then the title and the reason; for a journey also what the page showed. */
  failures: string[]
  files: TestFile[]
}

interface TestFile {
  path: string
  tests: number
  ms: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    /** Why the file could not be loaded, or its setup failed. */
    message?: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

interface JourneyResult {
  duration: number
  error?: { message?: string }
  attachments?: { name: string; path?: string }[]
}

interface Suite {
  suites?: Suite[]
  specs?: {
    file: string
    title: string
    ok: boolean
    tests: { results: JourneyResult[] }[]
  }[]
}

interface PlaywrightReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const firstLineOf = (message: string | undefined): string => (message ?? '').trim().split('\n', 1)[0]?.slice(0, 300) ?? ''

const failuresOf = ({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] => {
  const path = relative(projectRoot, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded, or whose setup failed, has no test titles.
  if (status === 'failed' && failed.length === 0) return [`${path}: ${firstLineOf(message)}`]
  return failed.map(({ fullName, failureMessages }) => `${path}  ${fullName}: ${firstLineOf(failureMessages?.[0])}`)
}

export const vitestResults = (file: string): Results | undefined => {
  const report = readJson(file) as VitestReport | undefined
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
      failures: report.testResults.flatMap(failuresOf),
      files: report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
        path: relative(projectRoot, name),
        tests: assertionResults.length,
        ms: endTime - startTime,
      })),
    }
  )
}

/** What the page showed when the journey failed: a run elsewhere leaves nothing else to look at. */
const shownBy = ({ attachments = [] }: JourneyResult): string => {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const snapshot = path && existsSync(path) ? /```yaml\n([^`]{0,4000})/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return snapshot ? `\n${snapshot.trimEnd()}` : ''
}

const failureOf = ({ file, title, tests }: NonNullable<Suite['specs']>[number]): string => {
  const failed = tests.flatMap(({ results }) => results).find(({ error }) => error)
  return `e2e/${file}  ${title}: ${firstLineOf(failed?.error?.message)}${failed ? shownBy(failed) : ''}`
}

const brokenIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(failureOf),
  ...suites.flatMap(brokenIn),
]

const journeysIn = ({ suites = [], specs = [] }: Suite): TestFile[] => [
  ...specs.map(({ file, tests }) => ({
    path: `e2e/${file}`,
    tests: 1,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(journeysIn),
]

const asSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(9)

/** The slowest files, and the total time of all files. */
export const slowestOf = (files: readonly TestFile[], count: number): string[] => {
  const byPath = Map.groupBy(files, ({ path }) => path)
  const ranking = [...byPath].map(([path, parts]) => ({
    path,
    tests: parts.reduce((sum, { tests }) => sum + tests, 0),
    ms: parts.reduce((sum, { ms }) => sum + ms, 0),
  }))
  const whole = ranking.reduce((sum, { ms }) => sum + ms, 0)
  return [
    `${asSeconds(whole)}  ${ranking.length} files in all; the slowest:`,
    ...ranking
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, count)
      .map(({ path, tests, ms }) => `${asSeconds(ms)}  ${path} (${tests})`),
  ]
}

export const playwrightResults = (file: string): Results | undefined => {
  const report = readJson(file) as PlaywrightReport | undefined
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: brokenIn(report),
      files: journeysIn(report),
    }
  )
}
