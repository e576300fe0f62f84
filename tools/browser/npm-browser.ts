// A browser from npm, with the libraries and the font it needs: it uses nothing from the machine. Unpacked once into a cache folder.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserProgram } from './browser-program.ts'

const run = promisify(execFile)

const packageEntry = (): string => createRequire(import.meta.url).resolve('@sparticuz/chromium')

export const packageVersion = (): string => {
  const file = join(dirname(dirname(packageEntry())), 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

const isWritable = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const cacheFolder = (): string => {
  const name = `tributary-chromium-${packageVersion()}`
  const preferred = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  return isWritable(preferred) ? join(preferred, name) : join(tmpdir(), `${name}-${userInfo().uid}`)
}

const fontsOf = (folder: string) => ({ folder: join(folder, 'fonts'), config: join(folder, 'fonts/fonts.conf') })

/** The package's own configuration points to /tmp/fonts; without fonts every text has height 0. */
const writeFontConfig = (unpacked: string, finalFolder: string): void => {
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fontsOf(finalFolder).folder}/fonts</dir>
  <cachedir>${finalFolder}/fonts-cache</cachedir>
</fontconfig>
`
  writeFileSync(fontsOf(unpacked).config, text)
}

/** In its own process: the package unpacks into TMPDIR, and unpacks its libraries only if it detects a Lambda. */
const unpackInto = async (folder: string): Promise<void> => {
  const program = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(packageEntry()).href)})
    await chromium.executablePath()`
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x', NODE_OPTIONS: '' }
  await run(process.execPath, ['--input-type=module', '--eval', program], { env })
}

/** In a world-writable folder, another user may have placed their own program under this name. */
const assertOwn = (folder: string): void => {
  const { uid, mode } = lstatSync(folder)
  if (uid !== userInfo().uid || (mode & 0o022) !== 0)
    throw new Error(`${folder} belongs to somebody else or can be written by others: remove it, or set CHROMIUM_PATH.`)
}

/** Several processes may do this at the same time: the first complete folder stays. */
const unpackOnce = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return assertOwn(folder)
  const part = `${folder}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    await unpackInto(part)
    writeFontConfig(part, folder)
    renameSync(part, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    assertOwn(folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** The package contains a program for one platform only. */
export const npmBrowserFits = ({ os, cpu }: { os: string; cpu: string }): boolean => os === 'linux' && cpu === 'x64'

export const npmBrowser = async (): Promise<BrowserProgram> => {
  const folder = cacheFolder()
  await unpackOnce(folder)
  const fonts = fontsOf(folder)
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: fonts.folder, FONTCONFIG_FILE: fonts.config },
  }
}
