import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, these would run alone at the end. What a first run goes by is the size of a file, which says little. */
const longest = [
  'server/demo',
  'projection/projection',
  'syncs/kill',
  'server/main',
  'sharing/kill',
  'changes/kill',
  'roles/permissions',
  'connectors/conformance',
  'fuzz/fuzz',
  'ledger/ledger',
  'jobs/queue',
  'backup/backup',
  'sharing/sharing',
  'tools/backup',
  'tools/staff',
  'disconnect/disconnect',
  'syncs/trouble',
  'postgres/cluster',
  'backup/forged',
  'read/export',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return rank === -1 ? longest.length : rank
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // eslint-disable-next-line unicorn/no-array-sort -- this is the order of vitest, not of an array
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    // Every wait ends with its condition; these limits, the only ones, are for a machine that others use too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 10 } },
    // One more than the processors that are asked for: many files wait for vendors, processes and retries.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'fuzz/**/*.test.ts'],
          globalSetup: ['src/server/testing/global-setup.ts'],
          pool: 'forks',
          // A worker keeps what it has loaded: a third of the time would otherwise go into loading the same modules again.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          // Screens keep texts, answers and messages in their modules, so every file loads its own.
          pool: 'threads',
          isolate: true,
        },
      },
    ],
  },
})
