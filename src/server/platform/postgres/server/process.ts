// What can be known about another process without privileges. macOS has no /proc: there only "is it alive" is known.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const hasProc = existsSync('/proc/self/stat')

const readProc = (path: string): string | undefined => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}

/** The fields of /proc/<pid>/stat after the name, which may itself contain spaces and brackets. */
const statFields = (pid: number): string[] | undefined => {
  const stat = readProc(`${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A killed process that its parent has not reaped yet still accepts signals, so its state has to be checked. */
const isZombie = (pid: number): boolean => ['Z', 'X'].includes(statFields(pid)?.[0] ?? '')

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

const startTimeField = 19

/** Differs between two processes with the same pid, also across a reboot. */
export const processIdentity = (pid: number): string | undefined => {
  const startTime = statFields(pid)?.[startTimeField]
  if (startTime === undefined) return undefined
  return `${readProc('sys/kernel/random/boot_id')?.trim() ?? ''}/${startTime}`
}

/**
 * Whether `pid` is a PostgreSQL that serves `dataDir`. /proc/<pid>/exe would need rights that root lacks in a
 * container; cmdline does not.
 */
export const isPostmasterOf = (pid: number, dataDir: string): boolean => {
  if (!isAlive(pid)) return false
  const command = hasProc ? readProc(`${pid}/cmdline`) : undefined
  return command === undefined || command.includes(`\0-D\0${dataDir}\0`)
}

/** Resolves with whether the condition came true in time. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await pause(5)
  }
  return true
}
