import { expect, test } from 'vitest'
import { OutboundFailure, type OutboundRequest } from '#server/platform/outbound/send.ts'
import { createVendorHttp } from './http.ts'

/** A vendor that never answers, with the requests that it got. */
const silence = (timeoutMs?: number) => {
  const requests: OutboundRequest[] = []
  const http = createVendorHttp({
    vendor: 'HubSpot',
    base: 'https://api.example.com',
    outbound: {
      send: async (request) => {
        requests.push(request)
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
  return { requests, read: () => http.send({ path: '/contacts', about: 'contacts' }) }
}

test('a long timeout is not waited for twice: the run is deferred before its session ends [SYNC-10]', async () => {
  const { requests, read } = silence(120_000)
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', isTimeout: true, technical: 'contacts: timeout' })
  expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([120_000])
})

test('an answer that a user waits for is requested again', async () => {
  const { requests, read } = silence()
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable', isTimeout: true })
  expect(requests).toHaveLength(5)
})
