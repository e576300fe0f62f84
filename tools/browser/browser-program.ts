import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A browser on this machine, and what it needs around it. */
export interface BrowserProgram {
  path: string
  env?: Record<string, string>
}

const run = promisify(execFile)

/** What the program calls itself; undefined when it cannot run here: another processor, a missing library, an empty stand-in. */
export const versionOf = async ({ path, env }: BrowserProgram, around: NodeJS.ProcessEnv): Promise<string | undefined> => {
  try {
    const { stdout } = await run(path, ['--version', '--no-sandbox'], { env: { ...around, ...env }, timeout: 30_000 })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
