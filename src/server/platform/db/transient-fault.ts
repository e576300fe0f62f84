/** Errors of the network and of a server that starts, stops or is full: the same question may be answered a moment later. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: too many connections, shutting down, crashed, starting.
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

const words = /timeout exceeded when trying to connect|Connection terminated|connection (?:is )?closed/i

export const isTransientFault = (error: Error): boolean =>
  codes.has((error as NodeJS.ErrnoException).code ?? '') || words.test(error.message)

/** The database cannot be reached, or went away under the question. A file that is missing is something else. */
export const isDatabaseAway = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return code.startsWith('57P0') || code === '53300' || (syscall === 'connect' && codes.has(code)) || words.test(error.message)
}

/** Seconds after which it is worth asking again. */
export const awaySeconds = 2
