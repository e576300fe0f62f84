import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A project with its own `npm`, which records every call and waits until the file `go` exists. */
const createProject = (npmEndsWith = 0, more: Record<string, object> = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'tributary-ensure-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['tools/lock', 'bin']) mkdirSync(join(root, folder), { recursive: true })
  const packages = { '': {}, 'node_modules/a': { version: '1.0.0' }, ...more }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  for (const file of ['ensure.mjs', 'lock/platforms.mjs']) cpSync(join(import.meta.dirname, file), join(root, 'tools', file))
  const npm = `#!/bin/sh\necho "$@" >> calls\nuntil [ -e go ]; do sleep 0.02; done\nmkdir -p node_modules\nexit ${npmEndsWith}\n`
  writeFileSync(join(root, 'bin/npm'), npm)
  chmodSync(join(root, 'bin/npm'), 0o755)
  return root
}

const letNpmFinish = (root: string) => writeFileSync(join(root, 'go'), '')
const callsOf = (root: string) =>
  existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []

const startEnsure = (root: string) => {
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env['PATH']}` }
  const child = spawn(process.execPath, [join(root, 'tools/ensure.mjs')], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  return { child, ended }
}

const ensure = (root: string) => startEnsure(root).ended

test('Installs once', async () => {
  const root = createProject()
  letNpmFinish(root)
  expect(await ensure(root)).toEqual({ code: 0, output: 'Installing dependencies (once, about half a minute)…\n' })
  expect(await ensure(root)).toEqual({ code: 0, output: '' })
  expect(callsOf(root)).toEqual(['ci --no-audit --no-fund --loglevel=error'])
})

test('Installs again when the lock file changed', async () => {
  const root = createProject()
  letNpmFinish(root)
  await ensure(root)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': { version: '2.0.0' } } }))
  await ensure(root)
  expect(callsOf(root)).toHaveLength(2)
})

test("Trusts npm's own record", async () => {
  const root = createProject()
  mkdirSync(join(root, 'node_modules'))
  const record = { packages: { 'node_modules/a': { version: '1.0.0' } } }
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify(record))
  expect(await ensure(root)).toEqual({ code: 0, output: '' })
  expect(callsOf(root)).toEqual([])
})

test('Installs again when the folder came from a machine with another processor', async () => {
  const root = createProject()
  letNpmFinish(root)
  await ensure(root)
  const stamp = join(root, 'node_modules/.installed-from')
  writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(process.arch, 'otherprocessor'))
  await ensure(root)
  expect(callsOf(root)).toHaveLength(2)
})

test('Installs again when the lock file changed while npm ran', async () => {
  const root = createProject()
  const first = startEnsure(root)
  await expect.poll(() => callsOf(root)).toHaveLength(1)
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': { version: '2.0.0' } } }))
  letNpmFinish(root)
  await first.ended
  await ensure(root)
  expect(callsOf(root)).toHaveLength(2)
})

test('Reports in one sentence which native package npm left out', async () => {
  const native = { version: '1.2.3', optional: true, os: [process.platform], cpu: [process.arch] }
  const foreign = { ...native, cpu: ['otherprocessor'] }
  const root = createProject(0, { 'node_modules/@tool/native': native, 'node_modules/@tool/foreign': foreign })
  letNpmFinish(root)
  const { code, output } = await ensure(root)
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toBe(
    `The npm registry has no build of @tool/native@1.2.3 for ${process.platform}-${process.arch}, which Tributary needs on this machine. See "Which machines" in docs/operations.md.`,
  )
  expect(existsSync(join(root, 'node_modules/.installed-from'))).toBe(false)
})

test('Reports in one sentence that npm failed', async () => {
  const root = createProject(1)
  letNpmFinish(root)
  const { code, output } = await ensure(root)
  expect(code).toBe(1)
  expect(output).toContain('Dependencies could not be installed (npm ci ended with code 1): check the network')
  expect([join(root, '.installing'), join(root, 'node_modules/.installed-from')].filter((path) => existsSync(path))).toEqual([])
})

test('Two processes at the same time install once', async () => {
  const root = createProject()
  const both = [startEnsure(root), startEnsure(root)]
  await expect.poll(() => callsOf(root)).toHaveLength(1)
  letNpmFinish(root)
  const results = await Promise.all(both.map(({ ended }) => ended))
  expect(results.map(({ code }) => code)).toEqual([0, 0])
  expect(callsOf(root)).toHaveLength(1)
})

test('Does not wait for a killed process', async () => {
  const root = createProject()
  const killed = startEnsure(root)
  await expect.poll(() => existsSync(join(root, '.installing/owner'))).toBe(true)
  await expect.poll(() => callsOf(root)).toHaveLength(1)
  killed.child.kill('SIGKILL')
  await new Promise((resolve) => killed.child.once('exit', resolve))
  letNpmFinish(root)
  expect(await ensure(root)).toMatchObject({ code: 0 })
  expect(existsSync(join(root, '.installing'))).toBe(false)
})
