// The machines that both commands must work on, and what a package is for. Plain JavaScript, for whatever Node the machine has.
export const supported = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
]

export const nameOfPlatform = ({ os, cpu }) => `${os}-${cpu}`

/** As npm reads `os`, `cpu` and `libc`: a word or a list of them, each of which may exclude instead. */
const allows = (field, value) => {
  const list = [field ?? []].flat()
  const isExcluding = list.every((word) => word.startsWith('!'))
  return isExcluding ? !list.includes(`!${value}`) : list.includes(value)
}

/** Would npm install this entry of a lock file on that machine? */
export const fits = (entry, { os, cpu, libc }) => allows(entry.os, os) && allows(entry.cpu, cpu) && allows(entry.libc, libc)

const usesMusl = () => process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined

export const thisMachine = () => ({
  os: process.platform,
  cpu: process.arch,
  ...(process.platform === 'linux' ? { libc: usesMusl() ? 'musl' : 'glibc' } : {}),
})

/** The package that an entry of a lock file is about: its path may lead through the modules of another package. */
export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
