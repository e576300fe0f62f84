import { expect, test } from 'vitest'
import { OutboundFailure, type OutboundRequest } from '#server/platform/outbound/send.ts'
import { createVendorHttp } from './http.ts'

/** A vendor that never answers, and how often it was asked in vain. */
const silence = (timeoutMs?: number) => {
  const asked: OutboundRequest[] = []
  const http = createVendorHttp({
    vendor: 'HubSpot',
    base: 'https://api.example.com',
    outbound: {
      send: async (request) => {
        asked.push(request)
        throw new OutboundFailure('timeout', 'No answer in time')
      },
      close: async () => {},
    },
    authorize: () => ({}),
    refusalOf: () => null,
    budget: { take: async () => {}, pause: async () => {} },
    wait: async () => {},
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  return { asked, read: () => http.send({ path: '/contacts', about: 'contacts' }) }
}

test('an answer that was waited for long is not waited for twice: the run is laid aside before its worker has to go [SYNC-10]', async () => {
  const { asked, read } = silence(120_000)
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', isTimeout: true, technical: 'contacts: timeout' })
  expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([120_000])
})

test('an answer that somebody waits for is asked for again', async () => {
  const { asked, read } = silence()
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', isTimeout: true })
  expect(asked).toHaveLength(5)
})
