import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A browser on this machine, and the environment variables it needs. */
export interface BrowserProgram {
  path: string
  env?: Record<string, string>
}

const run = promisify(execFile)

/** The version that the program reports; undefined if it cannot run here: another processor, a missing library, an empty placeholder. */
export const versionOf = async ({ path, env }: BrowserProgram, around: NodeJS.ProcessEnv): Promise<string | undefined> => {
  try {
    const { stdout } = await run(path, ['--version', '--no-sandbox'], { env: { ...around, ...env }, timeout: 30_000 })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
