import { expect, it } from 'vitest'
import { coveredBy, streamsOf } from '../../kit/connector.ts'
import { recordObjects, type Page, type RecordObject } from '../../kit/records.ts'
import { readStream } from '../bench.ts'
import { all, idsOf, readEverything } from './reading.ts'
import type { Source } from './source.ts'

const idsIn = (pages: readonly Page[], object: RecordObject): string[] => [
  ...new Set(idsOf(all(pages, object === 'contact' ? 'contacts' : 'opportunities'))),
]

const contentOf = ({ next: _next, watermark: _watermark, total: _total, ...page }: Page) => page

/** What streams declare: records that they do not bring are removed. */
export const describeStreams = (source: () => Source): void => {
  it('covers each kind of record in one stream, and there every one of them [SYNC-06]', async () => {
    const { connector, open } = source()
    const { session } = await open('some')
    const { pages } = await readEverything(connector, session)
    for (const object of recordObjects) {
      const everyone = idsIn(pages, object)
      expect(everyone.length).toBeGreaterThan(0)
      const [stream, ...others] = streamsOf(connector).filter((one) => coveredBy(one).includes(object))
      expect(others).toEqual([])
      if (!stream) throw new Error(`No stream meets every ${object}`)
      const read = await readStream(connector, session, { name: stream.name })
      expect(idsIn(read.pages, object)).toEqual(everyone)
    }
  })

  it('brings everything each time from streams with full snapshots', async () => {
    const { connector, open } = source()
    const { session } = await open('some')
    for (const { name } of streamsOf(connector).filter(({ isFullSnapshot }) => isFullSnapshot)) {
      const first = await readStream(connector, session, { name })
      const second = await readStream(connector, session, { name, since: first.watermark })
      expect(second.pages.map(contentOf)).toEqual(first.pages.map(contentOf))
    }
  })
}
