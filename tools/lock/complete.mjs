// A registry mirror may lack builds of native packages for other platforms. npm then leaves them out of package-lock.json, and
// `npm ci` refuses that file. This records them by version and platform only: npm never fetches packages for other platforms.
// Run it after every change of dependencies: node tools/lock/complete.mjs [path of the lock file]
import { readFileSync, writeFileSync } from 'node:fs'
import { nameOfPlatform, supported } from './platforms.mjs'

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const systems = /\b(darwin|win32|linux|android|freebsd|openharmony|openbsd|netbsd|sunos|aix)/
const processors = /\b(arm64|x64|ia32|riscv64|ppc64|s390x|loong64|mips64el|wasm32|arm)(?![a-z0-9]*64)/

/** The platform in the package's name. */
const platformOf = (name) => {
  const short = name.replace(/^@[^/]+\//, '')
  const os = systems.exec(short)?.[1]
  const cpu = processors.exec(short)?.[1]
  const libc = os !== 'linux' ? undefined : /musl/.test(short) ? 'musl' : /gnu/.test(short) ? 'glibc' : undefined
  return { os, cpu, libc }
}

/** The supported platform of a build, if any: there a missing build is an error, on others it is reported and skipped. */
const supportedBy = ({ os, cpu, libc }) =>
  supported.find((one) => one.os === os && one.cpu === cpu && (libc === undefined || one.libc === libc))

/** Looks the package up like npm does: nearest node_modules first. */
const isRecorded = (packages, from, name) => {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]) return true
    if (at === '') return false
  }
}

const entryFor = (version, { os, cpu, libc }, isDev) => ({
  version,
  ...(cpu ? { cpu: [cpu] } : {}),
  ...(isDev ? { dev: true } : {}),
  ...(libc ? { libc: [libc] } : {}),
  optional: true,
  ...(os ? { os: [os] } : {}),
})

const optionalOnes = (packages) =>
  Object.entries(packages).flatMap(([from, entry]) =>
    Object.entries(entry.optionalDependencies ?? {}).map(([name, range]) => ({ from, name, range, isDev: entry.dev === true })),
  )

/**
 * Adds missing packages and returns them by outcome.
 * @returns {{ added: string[], skipped: string[], missing: string[] }}
 */
const complete = (packages) => {
  const result = { added: [], skipped: [], missing: [] }
  for (const { from, name, range, isDev } of optionalOnes(packages)) {
    if (isRecorded(packages, from, name)) continue
    const platform = platformOf(name)
    const needing = supportedBy(platform)
    if (needing) result.missing.push(`${name}@${range} for ${nameOfPlatform(needing)}`)
    else if (!exactVersion.test(range) || (!platform.os && !platform.cpu)) result.skipped.push(`${name}@${range}`)
    else {
      packages[`node_modules/${name}`] = entryFor(range, platform, isDev)
      result.added.push(`${name}@${range}`)
    }
  }
  return result
}

const byPath = ([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)

const path = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(path, 'utf8'))
const { added, skipped, missing } = complete(lock.packages)
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(byPath))
if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)

for (const name of added) console.log(`added ${name}`)
for (const name of skipped) console.log(`left out, as neither its version nor its platform is certain: ${name}`)
console.log(`${path}: ${added.length} added`)
if (missing.length > 0) {
  console.error(`npm left out what an install needs, so the registry does not have it: ${missing.join(', ')}`)
  process.exitCode = 1
}
