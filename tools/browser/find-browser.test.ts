import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser, NoBrowser, type Machine } from './find-browser.ts'

const debian = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
const ubuntu = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n'

const write = (folder: string, name: string, script: string): string => {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

/** A machine that has only these programs and the shell. Downloads of Playwright do nothing. */
const machineWith = (programs: Record<string, string>, more: Partial<Machine> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, 'playwright', 'exit 1')
  for (const [name, script] of Object.entries(programs)) write(folder, name, script)
  const env = { PATH: [folder, '/usr/sbin', '/sbin'].join(delimiter) }
  const machine: Machine = {
    env,
    os: 'linux',
    cpu: 'arm64',
    isRoot: false,
    system: '',
    download: join(folder, 'downloaded'),
    ...more,
  }
  const printed: string[] = []
  return { folder, machine, printed, find: () => findBrowser((line) => printed.push(line), machine) }
}

test('CHROMIUM_PATH is used before everything else, and the choice can be printed', async () => {
  const { folder, machine, find } = machineWith({ chromium: 'echo Chromium 1', mine: 'echo Chromium 2' })
  machine.env['CHROMIUM_PATH'] = join(folder, 'mine')
  expect(await find()).toEqual({
    path: join(folder, 'mine'),
    about: `Chromium 2, named by CHROMIUM_PATH: ${join(folder, 'mine')}`,
  })
})

test('A CHROMIUM_PATH that does not run is refused in one sentence, and no other browser is used', async () => {
  const { machine, find } = machineWith({ chromium: 'echo Chromium 1' })
  machine.env['CHROMIUM_PATH'] = '/no/such/browser'
  await expect(find()).rejects.toThrow('CHROMIUM_PATH names /no/such/browser, which is no browser that runs on this machine.')
})

test.each(['chromium', 'google-chrome', 'microsoft-edge'])('An installed %s is used', async (name) => {
  const { folder, find } = machineWith({ [name]: 'echo Browser 7' })
  expect((await find()).about).toBe(`Browser 7, of this machine: ${join(folder, name)}`)
})

test('A browser that does not run here, like an empty placeholder, is skipped', async () => {
  const { folder, find } = machineWith({ chromium: 'exit 127', 'google-chrome': 'echo Chrome 7' })
  expect((await find()).path).toBe(join(folder, 'google-chrome'))
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')("npm's package is used if it fits the processor", async () => {
  const { find } = machineWith({}, { cpu: 'x64' })
  expect((await find()).about).toMatch(/^Chromium [\d.]+.*, from npm: .*tributary-chromium-/)
})

test("Playwright's own download comes before the system's packages", async () => {
  const { folder, machine, printed, find } = machineWith({ 'apt-get': 'touch "$(dirname "$0")/apt-was-asked"' })
  Object.assign(machine, { isRoot: true, system: debian })
  const path = machine.download
  write(folder, 'playwright', `printf '#!/bin/sh\necho Chromium 9\n' > "${path}" && /bin/chmod 755 "${path}"`)
  expect((await find()).about).toBe(`Chromium 9, downloaded by Playwright: ${path}`)
  expect(printed).toEqual(['No browser found on this machine. Downloading the Chromium of Playwright…'])
})

test.each([
  ['Debian', debian],
  ['Ubuntu', ubuntu],
])('As root on %s the package is installed, which is announced first', async (_name, system) => {
  const { folder, printed, find } = machineWith({}, { isRoot: true, system })
  // The first call fails, as on a machine that has no package lists yet.
  write(
    folder,
    'apt-get',
    `echo "$@" >> ${folder}/calls\n[ "$1" = update ] && echo > ${folder}/updated\n[ "$1" = install ] && { [ -e ${folder}/updated ] || exit 100; printf '#!/bin/sh\\necho Chromium 8\\n' > ${folder}/chromium; /bin/chmod 755 ${folder}/chromium; }\nexit 0`,
  )
  expect((await find()).about).toBe(`Chromium 8, from the system's packages: ${join(folder, 'chromium')}`)
  expect(printed.at(-1)).toBe('Installing the package chromium of this system with apt-get, for the tests in a browser…')
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['install', 'update', 'install'])
})

test('Nothing is installed without root, or on another system', async () => {
  for (const more of [
    { isRoot: false, system: debian },
    { isRoot: true, system: 'ID=fedora\n' },
  ]) {
    const { find } = machineWith({ 'apt-get': 'echo "must not be called" >&2; exit 1' }, more)
    await expect(find()).rejects.toThrow(NoBrowser)
  }
})

test('Without a browser one sentence explains how to get one', async () => {
  const { find } = machineWith({})
  const refusal = await find().catch((error: Error) => error.message)
  expect(refusal).toMatch(/CHROMIUM_PATH.*playwright install chromium.*Debian and Ubuntu/)
  expect(String(refusal).split('\n')).toHaveLength(1)
})
