// Builds the web application if its sources changed since the last build: node tools/build-web.ts
import { spawn } from 'node:child_process'
import { createHash, randomBytes, type Hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export interface WebBuildOptions {
  /** The project's folder. */
  root: string
  log: (line: string) => void
}

const sources = ['src/web', 'src/contract', 'tools/web', 'vite.config.ts', 'postcss.config.mjs', 'package-lock.json']

const addToFingerprint = (hash: Hash, root: string, path: string): void => {
  const entry = statSync(join(root, path), { throwIfNoEntry: false })
  if (entry?.isDirectory()) {
    for (const name of readdirSync(join(root, path)).toSorted()) addToFingerprint(hash, root, `${path}/${name}`)
  } else if (entry) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
}

const fingerprintOf = (root: string): string => {
  const hash = createHash('sha256')
  for (const path of sources) addToFingerprint(hash, root, path)
  return hash.digest('hex')
}

const builtFrom = (folder: string): string | undefined => {
  try {
    return readFileSync(join(folder, '.built-from'), 'utf8')
  } catch {
    return undefined
  }
}

const runVite = (root: string, vite: string, outDir: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const command = [
      vite,
      'build',
      '--config',
      join(root, 'vite.config.ts'),
      // The other loader writes into node_modules, which may belong to another user.
      '--configLoader',
      'native',
      '--outDir',
      outDir,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The web application could not be built:\n${output.trim().slice(-4000)}`))
    })
  })

const isText = /\.(js|mjs|css|html|svg|json|webmanifest|txt|xml|map)$/
const worthCompressing = 1024
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const precompress = async (file: string): Promise<void> => {
  const content = await readFile(file)
  if (content.length <= worthCompressing) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, gzipped] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

const precompressAll = async (folder: string): Promise<void> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => isText.test(name))
  await Promise.all(files.map((name) => precompress(join(folder, name))))
}

const abandonedAfterMs = 60 * 60_000

/** Removes what a killed build left behind; a newer folder may belong to a running build. */
const removeAbandoned = (dist: string): void => {
  for (const name of readdirSync(dist).filter((entry) => entry.startsWith('.web-'))) {
    const age = Date.now() - (statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > abandonedAfterMs) rmSync(join(dist, name), { recursive: true, force: true })
  }
}

const moveAway = (target: string, aside: string): void => {
  try {
    renameSync(target, aside)
  } catch {
    // There was no old build.
  }
  rmSync(aside, { recursive: true, force: true })
}

/** The old build stays complete until the new one is; of two builds at the same time, the last one stays. */
const putInPlace = (fresh: string, target: string): void => {
  for (let attempt = 1; ; attempt++) {
    moveAway(target, `${fresh}-old`)
    try {
      renameSync(fresh, target)
      return
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

const build = async (root: string, vite: string, fingerprint: string): Promise<void> => {
  const dist = join(root, 'dist')
  mkdirSync(dist, { recursive: true })
  removeAbandoned(dist)
  const fresh = join(dist, `.web-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await runVite(root, vite, fresh)
    await precompressAll(fresh)
    writeFileSync(join(fresh, '.built-from'), fingerprint)
    putInPlace(fresh, join(dist, 'web'))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

export const ensureWebBuilt = async ({ root, log }: WebBuildOptions): Promise<{ built: boolean }> => {
  const target = join(root, 'dist/web')
  const fingerprint = fingerprintOf(root)
  if (builtFrom(target) === fingerprint) return { built: false }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite)) {
    if (existsSync(join(target, 'index.html'))) return { built: false }
    throw new Error(
      'The web application is not built and vite is not installed: run npm ci with the development dependencies once',
    )
  }
  const started = performance.now()
  log('Building the web application…')
  await build(root, vite, fingerprint)
  log(`Built the web application in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return { built: true }
}

if (import.meta.main) {
  try {
    await ensureWebBuilt({ root: dirname(import.meta.dirname), log: (line) => console.log(line) })
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
