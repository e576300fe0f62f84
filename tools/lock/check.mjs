// Checks that `npm ci` installs everything on each supported machine. Asks the registry for every native package of package-lock.json in
// exactly the locked version, because npm silently skips an optional package that the registry lacks.
// node tools/lock/check.mjs [path of the lock file]
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { fits, nameOf, nameOfPlatform, supported } from './platforms.mjs'

const run = promisify(execFile)
const atOnce = 6

const entriesOf = (packages) =>
  Object.entries(packages)
    .filter(([path, entry]) => path !== '' && entry.link !== true)
    .map(([path, entry]) => ({ name: nameOf(path), entry }))

/** The packages that npm would fetch on this platform. */
const fetchedOn = (packages, platform) => entriesOf(packages).filter(({ entry }) => fits(entry, platform))

const isNative = ({ entry }) => entry.optional === true && entry.cpu !== undefined && entry.os !== undefined

const counterpartOf = (name, from, to) => name.replaceAll(from, to)

/** The counterparts on this platform of all native packages that any supported platform has. */
const requiredOn = (packages, platform) => {
  const required = new Map()
  for (const other of supported)
    for (const one of fetchedOn(packages, other).filter(isNative))
      required.set(counterpartOf(one.name, other.cpu, platform.cpu), one.entry.version)
  return [...required].map(([name, version]) => ({ name, version, platform: nameOfPlatform(platform) }))
}

const isOffered = async ({ name, version }) => {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${version}`, 'version', '--loglevel=silent'], { timeout: 60_000 })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}

const filterAsync = async (items, test) => {
  const waiting = [...items]
  const kept = []
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) if (await test(item)) kept.push(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return kept
}

const path = process.argv[2] ?? 'package-lock.json'
const { packages } = JSON.parse(readFileSync(path, 'utf8'))
const required = supported.flatMap((platform) => requiredOn(packages, platform))
const missing = await filterAsync(required, async (one) => !(await isOffered(one)))
const unproven = new Set(
  supported.flatMap((platform) =>
    fetchedOn(packages, platform)
      .filter(({ entry }) => entry.integrity === undefined)
      .map(({ name, entry }) => `${name}@${entry.version}`),
  ),
)

for (const { name, version, platform } of missing)
  console.error(
    `The registry does not have ${name}@${version}, which ${platform} needs: pin a version that it has for all platforms.`,
  )
for (const spec of unproven) console.error(`${spec} would be fetched without an integrity: install it anew and run this again.`)
console.log(
  `${path}: ${required.length} native packages asked for on ${supported.map(nameOfPlatform).join(' and ')}, ${missing.length} missing`,
)
process.exitCode = missing.length + unproven.size > 0 ? 1 : 0
