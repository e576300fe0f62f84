// Fetches pages while earlier pages are being saved. The queue is bounded, so a slow database slows down fetching
// instead of filling the memory.
import { setImmediate } from 'node:timers/promises'
import type { Json, Page } from '#server/connectors/kit/records.ts'

// Weights in contacts or opportunities. Larger batches would save the database little and cost the worker more memory.
const weights = {
  /** For each stream when several are read in parallel. */
  beside: 200,
  alone: 400,
  /** When every row is new, larger transactions pay off. */
  new: 800,
}
const pagesMax = 32
/** We wait a moment until this much has arrived. */
const batchWanted = 200
/** Anything that is neither a contact nor an opportunity is small. */
const wordsWeight = 0.1
const lingerMs = 50
/** How many pages are requested at the same time. */
const requestsMax = 2

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

const recordsIn = (page: Page): number =>
  lists.reduce((sum, name) => sum + (name === 'merges' ? 0 : (page[name]?.length ?? 0)), 0)

/** Whether the page has only contacts and opportunities. */
export const isPlain = (page: Page): boolean =>
  lists.every((name) => name === 'contacts' || name === 'opportunities' || (page[name]?.length ?? 0) === 0)

const weightOf = (page: Page): number => {
  const heavy = (page.contacts?.length ?? 0) + (page.opportunities?.length ?? 0)
  return heavy + (recordsIn(page) - heavy) * wordsWeight
}

/** The records that the vendor's own count of a stream includes, without those that come along with each contact. */
export const countedIn = (page: Page, stream: string): number =>
  stream === 'contacts' || stream === 'opportunities'
    ? (page[stream]?.length ?? 0) + (page.rejected?.length ?? 0)
    : recordsIn(page)

interface PageQueue {
  /** All pages that have been fetched, at least one; empty after the last page. A failure is thrown after the pages before it. */
  take: () => Promise<Page[]>
  stop: () => void
}

/** One side waits here until the other side has moved. */
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
  waitingWeight: number
  failure?: { error: unknown }
  isOver: boolean
  isStopped: boolean
  /** The limit for fetching ahead and for one transaction, unless a single page is larger. */
  weightMax: number
}

const stateFor = (kind: keyof typeof weights): State => ({
  ready: [],
  waitingWeight: 0,
  isOver: false,
  isStopped: false,
  weightMax: weights[kind],
})

const isFull = ({ waitingWeight, ready, weightMax }: State): boolean => waitingWeight >= weightMax || ready.length >= pagesMax

const wantsMore = (state: State): boolean => !isFull(state) && !state.isStopped

const nextBatch = (state: State): Page[] => {
  const batch: Page[] = []
  let size = 0
  for (
    let page = state.ready[0];
    page && (batch.length === 0 || (!page.isRestart && size + weightOf(page) <= state.weightMax));
    page = state.ready[0]
  ) {
    state.ready.shift()
    batch.push(page)
    size += weightOf(page)
  }
  state.waitingWeight -= size
  return batch
}

interface Fetching {
  /** Called for one page after the other. May pass on the next cursor before this page is complete. */
  read: (cursor: Page['next'], onNext: (cursor: Json) => Promise<void>) => Promise<Page>
  from: Page['next']
  /** Work on a page that needs nothing else. It is done while the vendor prepares the next page. */
  prepare?: (page: Page) => void
  kind?: keyof typeof weights
}

/** Many small pages are worth a short wait, because each transaction has a cost. */
const linger = async (state: State, fetched: ReturnType<typeof createGate>): Promise<void> => {
  const until = Date.now() + lingerMs
  while (state.waitingWeight < batchWanted && !state.isOver && Date.now() < until) {
    const timer = setTimeout(fetched.open, until - Date.now())
    await fetched.wait()
    clearTimeout(timer)
  }
}

/** Requested pages, in their order. */
const createRequests = (state: State, read: Fetching['read']) => {
  const requested: Promise<Page>[] = []
  const ask = (cursor: Page['next']): void => {
    const onNext = (next: Json): Promise<void> => {
      if (requested.length < requestsMax && wantsMore(state)) ask(next)
      return setImmediate()
    }
    // Added to the list before it can pass on the next cursor.
    const { promise, resolve } = Promise.withResolvers<Page>()
    requested.push(promise)
    // A failure is handled when its turn comes.
    promise.catch(() => {})
    resolve(read(cursor, onNext))
  }
  return { requested, ask }
}

/** Starts fetching immediately. */
export const fetchAhead = ({ read, from, prepare, kind = 'alone' }: Fetching): PageQueue => {
  const state = stateFor(kind)
  const taken = createGate()
  const fetched = createGate()

  const keep = (page: Page): void => {
    prepare?.(page)
    state.ready.push(page)
    state.waitingWeight += weightOf(page)
    fetched.open()
  }
  const room = async (): Promise<boolean> => {
    while (isFull(state) && !state.isStopped) await taken.wait()
    return !state.isStopped
  }
  const { requested, ask } = createRequests(state, read)
  const readOn = async (): Promise<void> => {
    for (let next = from; !state.isStopped;) {
      if (requested.length === 0) ask(next)
      const page = await requested[0]
      if (!page) return
      void requested.shift()
      next = page.next
      if (next !== null && requested.length === 0 && wantsMore(state)) ask(next)
      keep(page)
      if (next === null || (requested.length === 0 && !(await room()))) return
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
      while (state.ready.length === 0 && !state.isOver && !state.isStopped) await fetched.wait()
      if (state.isStopped) return []
      await linger(state, fetched)
      const batch = nextBatch(state)
      taken.open()
      if (batch.length === 0 && state.failure) throw state.failure.error
      return batch
    },
    stop() {
      state.isStopped = true
      taken.open()
      fetched.open()
    },
  }
}

/** Joins several pages into one, which ends where the last page ends. */
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
    ...(last.columns === undefined ? {} : { columns: last.columns }),
    total: pages.findLast(({ total }) => total !== undefined && total !== null)?.total ?? null,
  }
}
