import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { BadSetting } from '../config/parse.ts'

const listening = '0A'

const inodeOf = (port: number): string | undefined => {
  const portHex = port.toString(16).toUpperCase().padStart(4, '0')
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = readFileSync(table, 'utf8').split('\n').slice(1)
    const row = lines
      .map((line) => line.trim().split(/\s+/))
      .find(([, local, , state]) => state === listening && local?.endsWith(`:${portHex}`))
    if (row) return row[9]
  }
  return undefined
}

const holds = (pid: string, inode: string): boolean => {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`)
  } catch {
    return false
  }
}

/** Which process listens on a port, as far as this machine shows it. */
const ownerOf = (port: number): string => {
  try {
    const inode = inodeOf(port)
    const pid = inode && readdirSync('/proc').find((name) => /^\d+$/.test(name) && holds(name, inode))
    if (!pid) return 'another process'
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return `process ${pid} (${command.slice(0, 80)})`
  } catch {
    return 'another process'
  }
}

/** Runs what opens a port; a port in use becomes a sentence that names its owner, and what to pass instead. */
export const listenOn = async <T>(open: () => Promise<T>, target: { port: number; flag: string }): Promise<T> => {
  try {
    return await open()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new BadSetting(
        `Port ${target.port} is in use by ${ownerOf(target.port)}: stop it, or pass --${target.flag} with a free port.`,
      )
    if (code === 'EACCES')
      throw new BadSetting(`Port ${target.port} may not be opened by this user: pass --${target.flag} with a port above 1023.`)
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EINVAL')
      throw new BadSetting(
        `This machine has no such address to listen on (${(error as Error).message}): see --host and METRICS_HOST.`,
      )
    throw error
  }
}
