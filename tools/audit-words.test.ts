import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'
import { knownActions } from '#web/lib/events/audit-text.ts'

const written = globSync('src/server/modules/**/*.ts', {
  cwd: projectRoot,
  exclude: ['**/*.test.ts', '**/testing/**', '**/testing.ts'],
})
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  .flatMap((text) => [...text.matchAll(/(?:action: |note\(tx, sitting, )'([a-z_]+\.[a-z_]+)'/g)])
  .map(([, action]) => action)

it('whatever is written into the audit log has words there', () => {
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((action) => !knownActions().includes(action ?? ''))).toEqual([])
})
