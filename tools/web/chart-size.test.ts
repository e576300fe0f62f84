// Charts are loaded when one is shown. This limits what they add to a page that already has React and the controls.
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'
import { directIcons } from './direct-icons.ts'

const mostKiB = 45

/** What every page of the product has loaded before it loads a chart. */
const alreadyThere = /^(react|react-dom|react-i18next|i18next|@mantine\/\w+|@tabler\/.+)(\/|$)/

it(`Charts take at most ${mostKiB} KiB`, async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [directIcons(), react()],
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(projectRoot, 'src/web/ui/charts/Chart.tsx'),
        external: alreadyThere,
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  const scripts = output.filter((part) => part.type === 'chunk')
  expect(scripts.flatMap(({ moduleIds }) => moduleIds).some((id) => id.includes('/d3-scale/'))).toBe(true)
  const bytes = scripts.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  expect(bytes / 1024).toBeGreaterThan(5)
  expect(bytes / 1024).toBeLessThanOrEqual(mostKiB)
}, 120_000)
