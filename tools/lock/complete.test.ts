import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Packages = Record<string, object>

const complete = (packages: Packages) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'package-lock.json')
  writeFileSync(file, JSON.stringify({ lockfileVersion: 3, packages }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'complete.mjs'), file], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr, packages: (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages }
}

const native = (...names: string[]): Packages => ({
  '': {},
  'node_modules/tool': {
    version: '1.2.3',
    dev: true,
    optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.2.3'])),
  },
})

test('Records builds for other machines by version and platform', () => {
  const result = complete(native('@tool/win32-arm64-msvc', '@tool/linux-riscv64-musl', '@tool/wasm32-wasi'))
  expect(result.status).toBe(0)
  expect(result.stdout).toContain('added @tool/win32-arm64-msvc@1.2.3')
  expect(result.packages).toMatchObject({
    'node_modules/@tool/win32-arm64-msvc': { version: '1.2.3', cpu: ['arm64'], dev: true, optional: true, os: ['win32'] },
    'node_modules/@tool/linux-riscv64-musl': { cpu: ['riscv64'], libc: ['musl'], os: ['linux'] },
    'node_modules/@tool/wasm32-wasi': { cpu: ['wasm32'] },
  })
})

test('Does not change existing records, here or further up', () => {
  const packages = { ...native('@tool/darwin-x64'), 'node_modules/@tool/darwin-x64': { version: '1.2.3', integrity: 'sha512-x' } }
  expect(complete(packages).packages).toEqual(packages)
})

test.each(['x64', 'arm64'])('Fails on any machine when the build for Linux on %s is missing', (processor) => {
  const name = `@tool/linux-${processor}-gnu`
  const result = complete(native(name))
  expect(result.status).toBe(1)
  expect(result.stderr).toContain(`${name}@1.2.3 for linux-${processor}`)
  expect(result.packages).toEqual(native(name))
})
