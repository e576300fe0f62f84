// The supported platforms, and which platforms a package is for. Plain JavaScript, for any version of Node.
export const supported = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
]

export const nameOfPlatform = ({ os, cpu }) => `${os}-${cpu}`

/** Reads `os`, `cpu` and `libc` like npm: a word or a list of words, each of which may exclude a value. */
const allows = (field, value) => {
  const list = [field ?? []].flat()
  const isExcluding = list.every((word) => word.startsWith('!'))
  return isExcluding ? !list.includes(`!${value}`) : list.includes(value)
}

/** Whether npm would install this entry of a lock file on this platform. */
export const fits = (entry, { os, cpu, libc }) => allows(entry.os, os) && allows(entry.cpu, cpu) && allows(entry.libc, libc)

const usesMusl = () => process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined

export const thisMachine = () => ({
  os: process.platform,
  cpu: process.arch,
  ...(process.platform === 'linux' ? { libc: usesMusl() ? 'musl' : 'glibc' } : {}),
})

/** The package name of a lock file entry, whose path may go through the modules of another package. */
export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
