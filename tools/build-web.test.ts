import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { ensureWebBuilt } from './build-web.ts'

const project = dirname(import.meta.dirname)

const createProject = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'tributary-web-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'src/web'), { recursive: true })
  mkdirSync(join(root, 'src/contract'), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'vite.config.ts'), `export default { root: 'src/web' }`)
  writeFileSync(
    join(root, 'src/web/index.html'),
    '<!doctype html><title>x</title><script type="module" src="./main.ts"></script>',
  )
  writeFileSync(join(root, 'src/web/main.ts'), `document.title = ${JSON.stringify('long '.repeat(500))}`)
  return root
}

const build = (root: string) => ensureWebBuilt({ root, log: () => undefined })
const dist = (root: string, ...names: string[]) => join(root, 'dist', ...names)

test('Builds only when the sources changed', async () => {
  const root = createProject()
  expect(await build(root)).toEqual({ built: true })
  expect(await build(root)).toEqual({ built: false })
  writeFileSync(join(root, 'src/contract/added.ts'), '')
  expect(await build(root)).toEqual({ built: true })
  expect(readdirSync(dist(root))).toEqual(['web'])
})

test('Adds compressed copies of text files that are large enough', async () => {
  const root = createProject()
  await build(root)
  const assets = dist(root, 'web/assets')
  const script = readdirSync(assets).find((name) => name.endsWith('.js')) ?? ''
  const content = readFileSync(join(assets, script))
  expect(brotliDecompressSync(readFileSync(join(assets, `${script}.br`)))).toEqual(content)
  expect(gunzipSync(readFileSync(join(assets, `${script}.gz`)))).toEqual(content)
  expect(existsSync(dist(root, 'web/index.html.br'))).toBe(false)
})

test('A failed build reports why and keeps the old one', async () => {
  const root = createProject()
  await build(root)
  const before = statSync(dist(root, 'web/index.html')).mtimeMs
  writeFileSync(join(root, 'src/web/main.ts'), `import './no-such-file.ts'`)
  await expect(build(root)).rejects.toThrow(/could not be built[^]*no-such-file/)
  expect(statSync(dist(root, 'web/index.html')).mtimeMs).toBe(before)
  expect(readdirSync(dist(root))).toEqual(['web'])
})

test('Two processes may build at the same time', async () => {
  const root = createProject()
  expect(await Promise.all([build(root), build(root)])).toHaveLength(2)
  expect(await build(root)).toEqual({ built: false })
  expect(readdirSync(dist(root))).toEqual(['web'])
})

test('Without vite an existing build is used, and a missing one is an error', async () => {
  const root = createProject()
  await build(root)
  unlinkSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'src/web/main.ts'), '')
  expect(await build(root)).toEqual({ built: false })
  rmSync(dist(root), { recursive: true })
  await expect(build(root)).rejects.toThrow('vite is not installed')
})

test('Runs as a program', async () => {
  const root = createProject()
  mkdirSync(join(root, 'tools'))
  writeFileSync(join(root, 'tools/build-web.ts'), readFileSync(join(import.meta.dirname, 'build-web.ts')))
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [join(root, 'tools/build-web.ts')], (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
  expect(output).toMatch(/Built the web application in/)
})
