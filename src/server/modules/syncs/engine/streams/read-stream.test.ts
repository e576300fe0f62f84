import { expect, it } from 'vitest'
import type { Stream } from '#server/connectors/kit/connector.ts'
import type { Session } from '#server/connectors/kit/access.ts'
import { readPage } from './read-stream.ts'

it('fails when a vendor returns the same page again instead of reading in a circle', async () => {
  const circle: Stream = { name: 'owners', read: async () => ({ owners: [], next: { after: '7' } }) }
  const session = { http: { vendor: 'HubSpot' } } as Session
  expect(await readPage(circle, session, { cursor: { after: '6' }, since: null })).toMatchObject({ next: { after: '7' } })
  await expect(readPage(circle, session, { cursor: { after: '7' }, since: null })).rejects.toMatchObject({
    kind: 'bad_answer',
    message: expect.stringContaining('HubSpot keeps sending the same page'),
  })
})
