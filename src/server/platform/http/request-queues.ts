// Callers with very many concurrent requests wait in their own queue: the others find database and processor free.

/** If more than this many wait, they come one by one, and after each the queue pauses for a multiple of its duration. */
const crowd = 6
const restFactor = 6
const longestRest = 200
const patience = 20_000

export interface RequestRules<Kind extends string> {
  /** Concurrent requests in this process, for one key. */
  atOnce: Readonly<Record<Kind, number>>
  /** The length of the queue; further requests, and those that wait for too long, are refused. */
  lineMax: number
  refuse: () => Error
}

/** What is under way waits as long as it takes: half an answer is useless. */
interface Turn {
  isUnderWay?: boolean
}

/** Does the work when it is its turn among the others with the same key and kind. */
export type RequestQueues<Kind extends string> = <T>(key: string, kind: Kind, work: () => Promise<T>, turn?: Turn) => Promise<T>

interface Line {
  running: number
  atOnce: number
  waiting: (() => void)[]
}

const isCrowded = ({ waiting }: Line): boolean => waiting.length > crowd

const hasRoom = (line: Line): boolean => line.running < (isCrowded(line) ? 1 : line.atOnce)

/** Resolves when it is this one's turn. */
const waitIn = (line: Line, refuse: () => Error, { isUnderWay = false }: Turn): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(tooLong)
      resolve()
    }
    const giveUp = (): void => {
      line.waiting = line.waiting.filter((other) => other !== begin)
      reject(refuse())
    }
    const tooLong = isUnderWay ? undefined : setTimeout(giveUp, patience)
    line.waiting.push(begin)
  })

const openAccess = (line: Line): void => {
  while (line.waiting.length > 0 && hasRoom(line)) {
    line.running += 1
    line.waiting.shift()?.()
  }
}

export const createRequestQueues = <Kind extends string>({
  atOnce,
  lineMax,
  refuse,
}: RequestRules<Kind>): RequestQueues<Kind> => {
  const lines = new Map<string, Line>()
  return async (key, kind, work, turn = {}) => {
    const name = `${kind} ${key}`
    const line = lines.get(name) ?? { running: 0, atOnce: atOnce[kind], waiting: [] }
    lines.set(name, line)
    if (line.waiting.length >= lineMax && !turn.isUnderWay) throw refuse()
    if (line.waiting.length === 0 && hasRoom(line)) line.running += 1
    else await waitIn(line, refuse, turn)
    const leave = (): void => {
      line.running -= 1
      openAccess(line)
      if (line.running === 0) lines.delete(name)
    }
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (isCrowded(line)) setTimeout(leave, Math.min(longestRest, restFactor * (performance.now() - began)))
      else leave()
    }
  }
}
