// The vendor's pages through the connector, without storing them: how fast they can come at all. Its own process, like
// the worker.
import { streamsOf } from '#server/connectors/kit/connector.ts'
import type { Json, Page } from '#server/connectors/kit/records.ts'
import { startSession } from './connected.ts'

const { connector, session } = await startSession(process.argv[2] ?? '', process.argv[3] ?? '')
let records = 0
const begun = performance.now()
for (const stream of streamsOf(connector)) {
  let cursor: Json | null = null
  do {
    const page: Page = await stream.read(session, { cursor, since: null })
    records += (page.contacts?.length ?? 0) + (page.opportunities?.length ?? 0)
    cursor = page.next
  } while (cursor !== null)
}
process.stdout.write(`${JSON.stringify({ records, seconds: (performance.now() - begun) / 1000 })}\n`)
process.exit(0)
