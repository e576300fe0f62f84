// Runs before `npm start` and `npm test`: makes node_modules match package-lock.json. Plain JavaScript, for any version of Node.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fits, nameOf, nameOfPlatform, thisMachine } from './lock/platforms.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockFile = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules/.installed-from')
const busyFolder = join(root, '.installing')
const oldestNode = 20

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const lockedPackages = () => Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages)

/** Native packages differ between machines, and the folder may be moved from one to another. */
const platform = nameOfPlatform({ os: process.platform, cpu: process.arch })
const expectedStamp = () => `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${platform}`

const isStamped = () => read(stamp)?.trim() === expectedStamp()

const leavesOutDev = () =>
  process.env.NODE_ENV === 'production' || (process.env.npm_config_omit ?? '').split(/[\s,]+/).includes('dev')

/** If the user ran npm themselves, npm's own record, which it writes last, contains what it installed. */
const isInstalledByHand = () => {
  const record = read(join(root, 'node_modules/.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  return lockedPackages()
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && !(entry.dev && leavesOutDev()))
    .every(([path, entry]) => installed[path]?.version === entry.version)
}

const isInstalledAt = (path) => statSync(join(root, path, 'package.json'), { throwIfNoEntry: false }) !== undefined

/** npm silently skips an optional package that the registry lacks; its first import would fail with a long error. */
const missingNative = () =>
  lockedPackages()
    .filter(
      ([, entry]) => entry.optional && entry.os && entry.cpu && fits(entry, thisMachine()) && !(entry.dev && leavesOutDev()),
    )
    .filter(([path]) => !isInstalledAt(path))
    .map(([path, { version }]) => `${nameOf(path)}@${version}`)

const requireNative = () => {
  const missing = missingNative()
  if (missing.length > 0)
    fail(
      `The npm registry has no build of ${missing.join(', ')} for ${platform}, which Tributary needs on this machine. See "Which machines" in docs/operations.md.`,
    )
}

const isInstalled = () => {
  if (isStamped()) return true
  if (!isInstalledByHand() || missingNative().length > 0) return false
  writeFileSync(stamp, expectedStamp())
  return true
}

/** The start time, which distinguishes two processes with the same pid; empty if the machine does not provide it. */
const startOf = (pid) => {
  const stat = read(`/proc/${pid}/stat`) ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

const isRunning = (pid, start) => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return startOf(pid) === start
}

const ageMs = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())

const ownerOf = (folder) => read(join(folder, 'owner')) ?? ''

/** Two processes may see the same dead owner: one that moved the folder of a running process by mistake puts it back. */
const removeDead = (owner) => {
  const moved = `${busyFolder}-${process.pid}`
  try {
    renameSync(busyFolder, moved)
    if (ownerOf(moved) !== owner) renameSync(moved, busyFolder)
  } catch {
    // Removed by another process just now.
  }
  rmSync(moved, { recursive: true, force: true })
}

/** The process that is installing now. The folder that a killed process left behind is removed here. */
const whoIsInstalling = () => {
  const owner = ownerOf(busyFolder)
  const [pid, start] = owner.split(' ')
  const isDead = pid ? !isRunning(Number(pid), start) : ageMs(busyFolder) > 5000
  if (isDead) removeDead(owner)
  return pid || 'unknown'
}

const beginInstalling = () => {
  try {
    mkdirSync(busyFolder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    return fail(`Dependencies cannot be installed: ${root} may not be written (${error.code}).`)
  }
  writeFileSync(join(busyFolder, 'owner'), `${process.pid} ${startOf(process.pid)}`)
  process.on('exit', () => rmSync(busyFolder, { recursive: true, force: true }))
  return true
}

/** Shows the elapsed time: in place on a terminal, else a line every ten seconds. */
const showElapsed = () => {
  const started = Date.now()
  const isTerminal = process.stdout.isTTY
  const show = () => {
    const line = `  ${Math.round((Date.now() - started) / 1000)} s`
    process.stdout.write(isTerminal ? `\r${line}` : `${line}\n`)
  }
  const timer = setInterval(show, isTerminal ? 1000 : 10_000)
  return () => {
    clearInterval(timer)
    if (isTerminal) process.stdout.write('\r\x1b[K')
  }
}

const installArguments = ['ci', '--no-audit', '--no-fund', '--loglevel=error']

/** npm must not run on the Node in node_modules, which it is about to delete. */
const pathOutside = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.endsWith(join('node_modules', '.bin')))
    .join(delimiter)

/** One sentence from npm's long output. */
const problemOf = (code, output) => {
  const reason = /^npm (?:error|ERR!) code (\S+)/m.exec(output)?.[1] ?? `code ${code}`
  const log = /complete log of this run can be found in: (\S+)/.exec(output)?.[1]
  return `npm ci ended with ${reason}${log ? `, see ${log}` : ''}`
}

const runNpm = async () => {
  const { spawn } = await import('node:child_process')
  const npm = spawn('npm', installArguments, {
    cwd: root,
    env: { ...process.env, PATH: pathOutside() },
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  npm.stderr.on('data', (data) => (output += data))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => npm.kill(signal))
  return new Promise((resolve) => {
    npm.once('error', (error) => resolve(error.code === 'ENOENT' ? 'npm is not installed' : error.message))
    npm.once('close', (code, signal) => resolve(code === 0 ? undefined : problemOf(signal ?? code, output)))
  })
}

const install = async () => {
  process.stdout.write('Installing dependencies (once, about half a minute)…\n')
  const endElapsed = showElapsed()
  // Computed before: the lock file may change while npm runs, and then this install does not match it.
  const installing = expectedStamp()
  const problem = await runNpm()
  endElapsed()
  if (problem)
    fail(`Dependencies could not be installed (${problem}): check the network and the npm registry, then run the command again.`)
  requireNative()
  writeFileSync(stamp, installing)
}

const waitForOther = async () => {
  process.stdout.write(`Waiting for another process (pid ${whoIsInstalling()}) that is installing the dependencies…\n`)
  while (statSync(busyFolder, { throwIfNoEntry: false })) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    whoIsInstalling()
  }
}

const ensureInstalled = async () => {
  for (;;) {
    if (isInstalled()) return
    // The other process may have finished between the check and the lock.
    if (beginInstalling()) return isInstalled() ? undefined : install()
    await waitForOther()
  }
}

const nodeVersion = process.versions.node
if (Number(nodeVersion.split('.')[0]) < oldestNode)
  fail(`Tributary needs Node ${oldestNode} or newer to start, and this is Node ${nodeVersion}.`)
if (!isStamped()) void ensureInstalled()
