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

// What the coordinator of a distributed database says of a node that it cannot reach.
const nodeCode = /^0800[0136]$/
const nodeWords =
  /connection to the remote node .* failed|could not establish any connections to the node|failed to connect to node/i
const words = /timeout exceeded when trying to connect|Connection terminated|connection (?:is )?closed/i

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? ''

/** The coordinator answers, and a node that holds the rows does not. */
export const isNodeAway = (error: unknown): boolean =>
  error instanceof Error && (nodeCode.test(codeOf(error)) || nodeWords.test(error.message))

export const isTransientFault = (error: Error): boolean =>
  codes.has(codeOf(error)) || words.test(error.message) || isNodeAway(error)

/** The database cannot be reached, or went away under the question. A file that is missing is something else. */
export const isDatabaseAway = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  const { syscall } = error as NodeJS.ErrnoException
  if (code.startsWith('57P0') || code === '53300' || isNodeAway(error)) return true
  return (syscall === 'connect' && codes.has(code)) || words.test(error.message)
}

/** Seconds after which it is worth asking again. */
export const awaySeconds = 2
