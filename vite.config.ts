import react from '@vitejs/plugin-react'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { directIcons } from './tools/web/direct-icons.ts'
import { withFewFiles } from './tools/web/first-load.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const contract = fromRoot('./src/contract/')
// These travel whole: the forms check what people type, and the pages what people may do and what a source is called, with the very rules of the server.
const whole = new Set(
  [
    'kit/reserved-names',
    'kit/text-rules',
    'kit/pages',
    'kit/currencies',
    'kit/time-zones',
    'users/permissions',
    'users/name-from-email',
    'integrations/provider-spelling',
    'integrations/sources',
    'criteria/compare/changes',
    'criteria/compare/compare',
    'criteria/compare/implies',
    'criteria/criteria',
    'criteria/days',
    'criteria/fields',
    'criteria/filter-problems',
    'criteria/sensitive',
    'criteria/text',
  ].map((name) => `${contract}${name}.ts`),
)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const dataOf = (value: unknown): unknown => {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (!isObject(value) || '_zod' in value) return undefined
  if (!('api' in value && 'method' in value && 'path' in value)) return value
  const { api, method, path, access } = value
  return { api, method, path, access: isObject(access) ? { kind: access['kind'] } : access }
}

/** A browser has to know where a call goes, not how the server checks it: everything but the schemas is kept. Saves 26 KiB. */
const contractAsData = (): Plugin => ({
  name: 'contract-as-data',
  enforce: 'pre',
  load: {
    filter: { id: { include: /\/src\/contract\//, exclude: /\/node_modules\// } },
    async handler(id) {
      if (!id.startsWith(contract) || whole.has(id)) return null
      const exported: object = await import(pathToFileURL(id).href)
      const lines = Object.entries(exported).flatMap(([name, value]) => {
        const data = dataOf(value)
        return data === undefined ? [] : [`export const ${name} = ${JSON.stringify(data)}`]
      })
      return { code: lines.join('\n'), moduleType: 'js' }
    },
  },
})

const settings = (): UserConfig => ({
  root: fromRoot('./src/web'),
  plugins: [contractAsData(), directIcons(), react()],
  build: {
    outDir: fromRoot('./dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // The content security policy allows files of our own origin only, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})

export default defineConfig(({ command }) => (command === 'build' ? withFewFiles(settings()) : settings()))
