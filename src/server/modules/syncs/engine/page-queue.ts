// Pages that were fetched while others are being saved. Bounded, so that a slow database holds the vendor back and not the memory.
import type { Page } from '#server/connectors/kit/records.ts'

const recordsMax = 3000
const pagesMax = 32
/** So many records are saved in one transaction at most, unless a single page has more. */
const batchMax = 1000

export const recordsIn = (page: Page): number =>
  (page.contacts?.length ?? 0) +
  (page.opportunities?.length ?? 0) +
  (page.history?.length ?? 0) +
  (page.pipelines?.length ?? 0) +
  (page.owners?.length ?? 0) +
  (page.lists?.length ?? 0) +
  (page.memberships?.length ?? 0) +
  (page.deletions?.length ?? 0) +
  (page.spend?.length ?? 0) +
  (page.rejected?.length ?? 0)

export interface PageQueue {
  /** Whatever has been fetched, at least one page; empty after the last one. A failure comes after the pages before it. */
  take(): Promise<Page[]>
  stop(): void
}

/** Starts fetching at once. `read` is called for one page after the other. */
export const fetchAhead = (read: (cursor: Page['next']) => Promise<Page>, from: Page['next']): PageQueue => {
  const ready: Page[] = []
  let waitingRecords = 0
  let failure: { error: unknown } | undefined
  let isOver = false
  let isStopped = false
  let wakeTaker: (() => void) | undefined
  let wakeFetcher: (() => void) | undefined

  const wake = (): void => {
    wakeTaker?.()
    wakeFetcher?.()
    wakeTaker = undefined
    wakeFetcher = undefined
  }
  const isFull = (): boolean => waitingRecords >= recordsMax || ready.length >= pagesMax

  const readOn = async (): Promise<void> => {
    let cursor = from
    try {
      do {
        while (isFull() && !isStopped)
          await new Promise<void>((done) => {
            wakeFetcher = done
          })
        if (isStopped) return
        const page = await read(cursor)
        cursor = page.next
        ready.push(page)
        waitingRecords += recordsIn(page)
        wake()
      } while (cursor !== null)
    } catch (error) {
      failure = { error }
    }
    isOver = true
    wake()
  }
  void readOn()

  const next = (): Page[] => {
    const batch: Page[] = []
    let size = 0
    for (let page = ready[0]; page && (batch.length === 0 || size + recordsIn(page) <= batchMax); page = ready[0]) {
      ready.shift()
      batch.push(page)
      size += recordsIn(page)
    }
    waitingRecords -= size
    return batch
  }

  return {
    async take() {
      while (ready.length === 0 && !isOver)
        await new Promise<void>((done) => {
          wakeTaker = done
        })
      const batch = next()
      wake()
      if (batch.length === 0 && failure) throw failure.error
      return batch
    },
    stop() {
      isStopped = true
      wake()
    },
  }
}

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
