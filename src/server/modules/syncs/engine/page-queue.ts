// Pages that were fetched while others are being saved. Bounded, so that a slow database holds the vendor back and not the memory.
import type { Page } from '#server/connectors/kit/records.ts'

const recordsMax = 2000
const pagesMax = 32
/** So many records are saved in one transaction at most, unless a single page has more. */
const batchMax = 1000

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

/** Starts fetching at once. `read` is called for one page after the other. */
export const fetchAhead = (read: (cursor: Page['next']) => Promise<Page>, from: Page['next']): PageQueue => {
  const state: State = { ready: [], waitingRecords: 0, isOver: false, isStopped: false }
  const taken = createGate()
  const fetched = createGate()

  const readOn = async (): Promise<void> => {
    let cursor = from
    do {
      while (isFull(state) && !state.isStopped) await taken.wait()
      if (state.isStopped) return
      const page = await read(cursor)
      cursor = page.next
      state.ready.push(page)
      state.waitingRecords += recordsIn(page)
      fetched.open()
    } while (cursor !== null)
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
