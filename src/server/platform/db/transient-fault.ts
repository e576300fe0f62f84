/** Errors of the network and of a server that starts, stops or is full: the same query may succeed a moment later. */
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

// What the coordinator of a distributed database reports about a node that it cannot reach.
const nodeCode = /^0800[0136]$/
const nodeWords =
  /connection to the remote node .* failed|could not establish any connections to the node|failed to connect to node/i
const words = /timeout exceeded when trying to connect|Connection terminated|connection (?:is )?closed/i

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? ''

/** The coordinator answers, but a node with the rows does not. */
export const isNodeAway = (error: unknown): boolean =>
  error instanceof Error && (nodeCode.test(codeOf(error)) || nodeWords.test(error.message))

export const isTransientFault = (error: Error): boolean =>
  codes.has(codeOf(error)) || words.test(error.message) || isNodeAway(error)

/** The database cannot be reached, or went away during the query. A missing file is something else. */
export const isDatabaseAway = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  const { syscall } = error as NodeJS.ErrnoException
  if (code.startsWith('57P0') || code === '53300' || isNodeAway(error)) return true
  return (syscall === 'connect' && codes.has(code)) || words.test(error.message)
}

const contended = new Set(['55P03', '40P01', '40001'])

/** Other transactions held a lock for too long; nothing was written, and the call may be retried. */
export const isContended = (error: unknown): boolean => error instanceof Error && contended.has(codeOf(error))

/** Seconds after which a retry makes sense. */
export const awaySeconds = 2
