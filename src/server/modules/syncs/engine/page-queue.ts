// Pages that were fetched while others are being saved. Bounded, so that a slow database holds the vendor back and not the memory.
import type { Page } from '#server/connectors/kit/records.ts'

const recordsMax = 2000
const pagesMax = 32
/** So many records are saved in one transaction at most, unless a single page has more. */
const batchMax = 1000
/** So many are waited for, but never longer than a moment. */
const batchWanted = 500
const lingerMs = 50

const lists = [
  'contacts',
  'opportunities',
  'history',
  'pipelines',
  'owners',
  'lists',
  'memberships',
  'deletions',
  'merges',
  'spend',
  'rejected',
] as const

export const recordsIn = (page: Page): number =>
  lists.reduce((sum, name) => sum + (name === 'merges' ? 0 : (page[name]?.length ?? 0)), 0)

/** What the vendor's own count of a stream counts: not what comes along with each person. */
export const countedIn = (page: Page, stream: string): number =>
  stream === 'contacts' || stream === 'opportunities'
    ? (page[stream]?.length ?? 0) + (page.rejected?.length ?? 0)
    : recordsIn(page)

export interface PageQueue {
  /** Whatever has been fetched, at least one page; empty after the last one. A failure comes after the pages before it. */
  take: () => Promise<Page[]>
  stop: () => void
}

/** Somebody waits here until the other side has moved. */
const createGate = () => {
  let open: (() => void) | undefined
  return {
    wait: (): Promise<void> =>
      new Promise((done) => {
        open = done
      }),
    open: (): void => {
      open?.()
      open = undefined
    },
  }
}

interface State {
  ready: Page[]
  waitingRecords: number
  failure?: { error: unknown }
  isOver: boolean
  isStopped: boolean
}

const isFull = ({ waitingRecords, ready }: State): boolean => waitingRecords >= recordsMax || ready.length >= pagesMax

const nextBatch = (state: State): Page[] => {
  const batch: Page[] = []
  let size = 0
  for (let page = state.ready[0]; page && (batch.length === 0 || size + recordsIn(page) <= batchMax); page = state.ready[0]) {
    state.ready.shift()
    batch.push(page)
    size += recordsIn(page)
  }
  state.waitingRecords -= size
  return batch
}

interface Fetching {
  /** Called for one page after the other. */
  read: (cursor: Page['next']) => Promise<Page>
  from: Page['next']
  /** Work on a page that needs nobody else: done while the vendor makes the next one. */
  prepare?: (page: Page) => void
}

/** Many small pages are worth a moment of waiting: each transaction has its price. */
const linger = async (state: State, fetched: ReturnType<typeof createGate>): Promise<void> => {
  const until = Date.now() + lingerMs
  while (state.waitingRecords < batchWanted && !state.isOver && Date.now() < until) {
    const timer = setTimeout(fetched.open, until - Date.now())
    await fetched.wait()
    clearTimeout(timer)
  }
}

/** Starts fetching at once. */
export const fetchAhead = ({ read, from, prepare }: Fetching): PageQueue => {
  const state: State = { ready: [], waitingRecords: 0, isOver: false, isStopped: false }
  const taken = createGate()
  const fetched = createGate()

  const keep = (page: Page): void => {
    prepare?.(page)
    state.ready.push(page)
    state.waitingRecords += recordsIn(page)
    fetched.open()
  }
  const room = async (): Promise<boolean> => {
    while (isFull(state) && !state.isStopped) await taken.wait()
    return !state.isStopped
  }
  const readOn = async (): Promise<void> => {
    let coming: Promise<Page> | undefined = read(from)
    while (coming) {
      const page: Page = await coming
      coming = page.next !== null && !isFull(state) ? read(page.next) : undefined
      // A failure of the next one is noticed when its turn comes.
      coming?.catch(() => {})
      keep(page)
      if (!coming && page.next !== null && (await room())) coming = read(page.next)
    }
  }
  void readOn()
    .catch((error: unknown) => {
      state.failure = { error }
    })
    .finally(() => {
      state.isOver = true
      fetched.open()
    })

  return {
    async take() {
      while (state.ready.length === 0 && !state.isOver) await fetched.wait()
      await linger(state, fetched)
      const batch = nextBatch(state)
      taken.open()
      if (batch.length === 0 && state.failure) throw state.failure.error
      return batch
    },
    stop() {
      state.isStopped = true
      taken.open()
    },
  }
}

/** Several pages as one: it ends where the last one ends. */
export const joinPages = (pages: readonly Page[]): Page => {
  const [first] = pages
  const last = pages.at(-1)
  if (!first || !last) throw new Error('There is no page to join')
  if (pages.length === 1) return first
  const there = lists.filter((name) => pages.some((page) => page[name] !== undefined))
  const joined = Object.fromEntries(there.map((name) => [name, pages.flatMap((page): unknown[] => [...(page[name] ?? [])])]))
  return {
    ...(joined as Omit<Page, 'next'>),
    next: last.next,
    ...(last.watermark === undefined ? {} : { watermark: last.watermark }),
    total: pages.findLast(({ total }) => total !== undefined && total !== null)?.total ?? null,
  }
}
