import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Act } from '#server/modules/acts/model.ts'
import { projectRoot } from '#server/platform/config.ts'
import { knownActions, knownObjects } from '#web/lib/events/audit-text.ts'

const modules = await Promise.all(
  globSync('src/server/modules/**/acts.ts', { cwd: projectRoot }).map(
    (file) => import(join(projectRoot, file)) as Promise<{ acts: Record<string, Act> }>,
  ),
)
const entries = modules.flatMap(({ acts }) =>
  Object.values(acts).flatMap(({ name, audit }) => (audit ? { action: audit.action ?? name, object: audit.object } : [])),
)

it('Every action that is written to the audit log has a text on screen', () => {
  expect(entries.length).toBeGreaterThan(40)
  expect(entries.map(({ action }) => action).filter((action) => !knownActions().includes(action))).toEqual([])
  expect(entries.map(({ object }) => object).filter((object) => !knownObjects().includes(object))).toEqual([])
})
