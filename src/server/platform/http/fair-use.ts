// One account that asks for very much at once waits for itself: the others find connections to the database free.
import { AppError } from '../errors.ts'

/** At the same time, in this process, for one account. Whoever writes may hold rows that the next one waits for. */
const atOnce = { reads: 6, writes: 2 }
/** So many wait in line; whoever comes then, or waits for longer, is asked to come back. */
const lineMax = 200
const patience = 20_000
const comeBackAfter = 5

interface Line {
  running: number
  waiting: (() => void)[]
}

const refused = (): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    detail: `Your account is sending more requests than can be answered at once. Try again in ${comeBackAfter} s.`,
    retryAfter: comeBackAfter,
  })

export type FairUse = <T>(clientId: string, kind: keyof typeof atOnce, work: () => Promise<T>) => Promise<T>

const waitIn = (line: Line): Promise<void> =>
  new Promise((resolve, reject) => {
    const goOn = (): void => {
      clearTimeout(tooLong)
      resolve()
    }
    const tooLong = setTimeout(() => {
      line.waiting = line.waiting.filter((other) => other !== goOn)
      reject(refused())
    }, patience)
    line.waiting.push(goOn)
  })

export const createFairUse = (): FairUse => {
  const lines = new Map<string, Line>()
  return async (clientId, kind, work) => {
    const key = `${kind} ${clientId}`
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.waiting.length >= lineMax) throw refused()
    // Whoever leaves hands the place on, so that nobody comes in between.
    if (line.running >= atOnce[kind]) await waitIn(line)
    else line.running += 1
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}
