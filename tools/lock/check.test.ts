import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fits, nameOf, supported } from './platforms.mjs'

interface Entry {
  version: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optional?: boolean
  integrity?: string
  link?: boolean
}
type Packages = Record<string, Entry>

const native = (processor: string, more: Partial<Entry> = {}): Packages => ({
  [`node_modules/@tool/linux-${processor}-gnu`]: {
    version: '1.2.3',
    os: ['linux'],
    cpu: [processor],
    libc: ['glibc'],
    optional: true,
    integrity: 'sha512-x',
    ...more,
  },
})

/** A registry that has everything except one package. */
const check = (packages: Packages, lacking = '') => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'package-lock.json')
  writeFileSync(file, JSON.stringify({ lockfileVersion: 3, packages: { '': { version: '0.1.0' }, ...packages } }))
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n[ "$2" = "${lacking}" ] && exit 1\necho 1.2.3\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'check.mjs'), file], { encoding: 'utf8', env })
}

test('A lock file passes if the registry has its native packages for both processors', () => {
  const { status, stdout } = check({ ...native('x64'), ...native('arm64') })
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('2 native packages asked for on linux-x64 and linux-arm64, 0 missing'),
  ])
})

test('If the registry lacks a native package, the error names package, version and platform', () => {
  const { status, stderr } = check({ ...native('x64'), ...native('arm64') }, '@tool/linux-arm64-gnu@1.2.3')
  expect(status).toBe(1)
  expect(stderr).toContain('The registry does not have @tool/linux-arm64-gnu@1.2.3, which linux-arm64 needs')
})

test('A native package that npm recorded for one processor only is checked for the other one too', () => {
  const { status, stderr } = check(native('x64'), '@tool/linux-arm64-gnu@1.2.3')
  expect(status).toBe(1)
  expect(stderr).toContain('@tool/linux-arm64-gnu@1.2.3')
})

test('A package without an integrity is refused', () => {
  const { integrity: _, ...unproven } = native('arm64')['node_modules/@tool/linux-arm64-gnu'] ?? { version: '' }
  const { status, stderr } = check({ ...native('x64'), 'node_modules/@tool/linux-arm64-gnu': unproven })
  expect(status).toBe(1)
  expect(stderr).toContain('@tool/linux-arm64-gnu@1.2.3 would be fetched without an integrity')
})

test('Our own lock file has an integrity for everything that Linux fetches, on x64 and on arm64', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as { packages: Packages }
  const fetched = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && !entry.link && supported.some((platform) => fits(entry, platform)),
  )
  expect(fetched.length).toBeGreaterThan(100)
  expect(fetched.filter(([, entry]) => entry.integrity === undefined).map(([path]) => nameOf(path))).toEqual([])
})

test('Every native package of our lock file exists for both processors, in one version', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as { packages: Packages }
  const versionsOn = (platform: (typeof supported)[number]) =>
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.cpu && entry.os && entry.optional && fits(entry, platform))
      .map(([path, { version }]) => `${nameOf(path).replaceAll(platform.cpu, 'cpu')}@${version}`)
      .toSorted()
  const [x64, arm64] = supported.map(versionsOn)
  expect(x64?.length).toBeGreaterThan(8)
  expect(arm64).toEqual(x64)
})
