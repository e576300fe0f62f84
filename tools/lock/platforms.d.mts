export interface Platform {
  os: string
  cpu: string
  libc?: string
}

/** What an entry of a lock file says about the machines it is for. */
interface LockEntry {
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
}

export const supported: Platform[]
export const nameOfPlatform: (platform: Platform) => string
export const fits: (entry: LockEntry, platform: Platform) => boolean
export const thisMachine: () => Platform
export const nameOf: (path: string) => string
