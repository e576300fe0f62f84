import { expect, it } from 'vitest'
import { recordObjects, type Json, type Page } from '../../kit/records.ts'
import { readStream } from '../bench.ts'
import { all, keysOf, readEverything } from './reading.ts'
import type { Source } from './source.ts'

const withoutCursor = ({ next: _next, watermark: _watermark, ...page }: Page) => page

/** From the beginning of a page to the end, as another process does it. */
const readFrom = async ({ main, again }: Source, id: string, from: Json | null): Promise<Page[]> => {
  const { session } = await again(id)
  const pages: Page[] = []
  let cursor = JSON.parse(JSON.stringify(from)) as Json | null
  do {
    const page = await main.read(session, { cursor, since: null })
    pages.push(page)
    cursor = page.next
  } while (cursor !== null)
  return pages
}

export const describePages = (source: () => Source): void => {
  it('brings the same when everything is read twice [SYNC-06]', async () => {
    const { connector, open } = source()
    const { session } = await open('some')
    const [first, second] = [await readEverything(connector, session), await readEverything(connector, session)]
    expect(second.pages.map(withoutCursor)).toEqual(first.pages.map(withoutCursor))
  })

  it('continues at any page in another process, without losing or repeating records [SYNC-06]', async () => {
    const { connector, openLarge, main, keysIn } = source()
    const { id, session } = await openLarge()
    const { pages } = await readStream(connector, session, { name: main.name })
    expect(pages.length).toBeGreaterThan(2)
    const whole = keysIn(pages)
    expect(new Set(whole).size).toBe(whole.length)
    expect(all(pages, 'rejected')).toEqual([])
    for (const [index, page] of pages.entries()) {
      if (page.next === null) continue
      const rest = await readFrom(source(), id, page.next)
      expect(keysIn([...pages.slice(0, index + 1), ...rest])).toEqual(whole)
    }
  })

  it('has a watermark on the last page only', async () => {
    const { connector, openLarge, main } = source()
    const { session } = await openLarge()
    const { pages } = await readStream(connector, session, { name: main.name })
    expect(pages.slice(0, -1).filter(({ watermark }) => watermark !== undefined)).toEqual([])
    expect(main.isFullSnapshot === true || (pages.at(-1)?.watermark ?? null) !== null).toBe(true)
  })

  it('brings nothing from an empty account, and counts zero', async () => {
    const { connector, open, keysIn } = source()
    const { session } = await open('empty')
    const { pages } = await readEverything(connector, session)
    expect(keysIn(pages)).toEqual([])
    expect([...all(pages, 'opportunities'), ...all(pages, 'deletions'), ...all(pages, 'rejected')]).toEqual([])
    for (const object of recordObjects) {
      expect((await connector.read?.count?.(session, object)) ?? 0).toBe(0)
      expect((await keysOf(connector, session, object)) ?? []).toEqual([])
    }
  })
}
