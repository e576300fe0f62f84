// Pages that were fetched while others are being saved. Bounded, so that a slow database holds the vendor back and not the memory.
import { setImmediate } from 'node:timers/promises'
import type { Json, Page } from '#server/connectors/kit/records.ts'

// In people or opportunities. More at once would save the database little, and what lives long costs the worker more.
const weights = {
  /** Of each of several that are read side by side. */
  beside: 200,
  alone: 400,
  /** Where every row is written, larger transactions are worth more. */
  new: 800,
}
const pagesMax = 32
/** So much is waited for, but never longer than a moment. */
const batchWanted = 200
/** Whatever is neither a person nor an opportunity is a few words. */
const wordsWeight = 0.1
const lingerMs = 50
/** Pages on their way from the vendor. */
const askedMax = 2

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

/** Nothing but people and opportunities. */
export const isPlain = (page: Page): boolean =>
  lists.every((name) => name === 'contacts' || name === 'opportunities' || (page[name]?.length ?? 0) === 0)

const weightOf = (page: Page): number => {
  const heavy = (page.contacts?.length ?? 0) + (page.opportunities?.length ?? 0)
  return heavy + (recordsIn(page) - heavy) * wordsWeight
}

/** What the vendor's own count of a stream counts: not what comes along with each person. */
export const countedIn = (page: Page, stream: string): number =>
  stream === 'contacts' || stream === 'opportunities'
    ? (page[stream]?.length ?? 0) + (page.rejected?.length ?? 0)
    : recordsIn(page)

interface PageQueue {
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
  waitingWeight: number
  failure?: { error: unknown }
  isOver: boolean
  isStopped: boolean
  /** So much is fetched ahead, and saved in one transaction at most, unless a single page has more. */
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
  /** Called for one page after the other. May tell where the next one begins before it is done with this one. */
  read: (cursor: Page['next'], onNext: (cursor: Json) => Promise<void>) => Promise<Page>
  from: Page['next']
  /** Work on a page that needs nobody else: done while the vendor makes the next one. */
  prepare?: (page: Page) => void
  kind?: keyof typeof weights
}

/** Many small pages are worth a moment of waiting: each transaction has its price. */
const linger = async (state: State, fetched: ReturnType<typeof createGate>): Promise<void> => {
  const until = Date.now() + lingerMs
  while (state.waitingWeight < batchWanted && !state.isOver && Date.now() < until) {
    const timer = setTimeout(fetched.open, until - Date.now())
    await fetched.wait()
    clearTimeout(timer)
  }
}

/** Pages on their way, in their order. */
const createAsking = (state: State, read: Fetching['read']) => {
  const asked: Promise<Page>[] = []
  const ask = (cursor: Page['next']): void => {
    const onNext = (next: Json): Promise<void> => {
      if (asked.length < askedMax && wantsMore(state)) ask(next)
      return setImmediate()
    }
    // In its place in the row before it can tell of the next one.
    const { promise, resolve } = Promise.withResolvers<Page>()
    asked.push(promise)
    // A failure is noticed when its turn comes.
    promise.catch(() => {})
    resolve(read(cursor, onNext))
  }
  return { asked, ask }
}

/** Starts fetching at once. */
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
  const { asked, ask } = createAsking(state, read)
  const readOn = async (): Promise<void> => {
    for (let next = from; !state.isStopped;) {
      if (asked.length === 0) ask(next)
      const page = await asked[0]
      if (!page) return
      void asked.shift()
      next = page.next
      if (next !== null && asked.length === 0 && wantsMore(state)) ask(next)
      keep(page)
      if (next === null || (asked.length === 0 && !(await room()))) return
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
    ...(last.columns === undefined ? {} : { columns: last.columns }),
    total: pages.findLast(({ total }) => total !== undefined && total !== null)?.total ?? null,
  }
}
