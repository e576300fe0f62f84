// Runs the real product as its own process, with its own data, for the lifetime of one test worker.
import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../src/server/testing/database/folder.ts'
import { freePort } from '../src/server/testing/free-port.ts'

export interface Product {
  url: string
  dataDir: string
  process: ChildProcess
  stop(): Promise<void>
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

interface StartOptions {
  port?: number
  env?: Record<string, string>
  dataDir?: string
  /** A module that is loaded before the product, from the project's folder. */
  preload?: string
}

export const startProduct = async ({
  port: ownPort,
  env = {},
  dataDir: ownDataDir,
  preload,
}: StartOptions = {}): Promise<Product> => {
  const port = ownPort ?? (await freePort())
  const dataDir = ownDataDir ?? newFolder('tributary-e2e-')
  const before = preload === undefined ? [] : ['--import', `./${preload}`]
  const args = [
    ...before,
    'src/server/main.ts',
    '--port',
    String(port),
    '--sandbox-port',
    '0',
    '--metrics-port',
    '0',
    '--data',
    dataDir,
  ]
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, TRUST_PROXY: 'loopback', DEMO: 'people', VENDOR_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const isUp = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Tributary ')) resolve()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('exit', () => reject(new Error(`The product did not start:\n${output}`)))
  })
  await isUp
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended(child)
    if (ownDataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: `http://localhost:${port}`, dataDir, process: child, stop }
}
