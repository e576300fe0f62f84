import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillAccount } from '#sandbox/kit/fill.ts'
import { startBench, type Bench } from '../testing/bench.ts'
import { hookRequest } from './client.ts'
import { activeCampaign } from './index.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench(activeCampaign)
})
afterAll(() => bench.close())

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Our side of a webhook: resolves once this many events have come. */
const listen = async (count: number) => {
  const bodies: string[] = []
  const server = createServer(async (request, reply) => {
    bodies.push(await textOf(request))
    reply.end()
    if (bodies.length === count) server.emit('all')
  }).listen(0)
  const all = once(server, 'all')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/hooks/secret`, bodies, all, close: () => server.close() }
}

const hintsOf = (body: string, hubId: string | null) =>
  activeCampaign.webhook?.read({ method: 'POST', url: '', headers: {}, body, now: new Date() }, hubId) ?? []

const made = z.looseObject({ webhook: z.looseObject({ id: z.string() }) })

describe('Webhooks of ActiveCampaign', () => {
  it('report that Ada changed and that a deal moved on', async () => {
    const { admin } = bench.vendor
    admin.createAccount({ id: 'harbor', name: 'Harbor Law' })
    if (!admin.crm) throw new Error('ActiveCampaign has people')
    fillAccount(admin.crm, 'harbor', { people: 1, deals: 1, seed: 7 })
    const { session } = await bench.connect('harbor')
    const ear = await listen(2)
    const { webhook } = await session.http.get(made, hookRequest(ear.url))
    admin.crm.changePerson('harbor', '1', { firstName: 'Ada' }, Date.now())
    admin.crm.changeDeal('harbor', '1', { stage: 1 }, Date.now())
    await ear.all
    ear.close()
    expect(ear.bodies.flatMap((body) => hintsOf(body, 'harbor'))).toMatchObject([
      { hubId: 'harbor', kind: 'changed', object: 'contact', externalId: '1' },
      { hubId: 'harbor', kind: 'stage', object: 'opportunity', externalId: '1', detail: { stageId: '2', pipelineId: '1' } },
    ])
    await session.http.send({ method: 'DELETE', path: `/api/3/webhooks/${webhook.id}`, about: 'webhooks' })
    const left = await session.http.send({ path: '/api/3/webhooks', about: 'webhooks' })
    expect(left.body).toMatchObject({ webhooks: [] })
  })
  it('ignore unknown events, and events without an account', () => {
    expect(hintsOf('type=account_add&account[id]=1', 'harbor')).toEqual([])
    expect(hintsOf('{"type":"update"}', 'harbor')).toEqual([])
    expect(hintsOf('type=update&contact[id]=1', null)).toEqual([])
  })
  it('only report a change if they have no time: an old one could come again at any moment', () => {
    const move = 'type=deal_update&deal[id]=1&deal[stageid]=2&updated_fields[0]=stage'
    expect(hintsOf(`${move}&date_time=2026-11-01T10:00:00-06:00`, 'harbor')).toMatchObject([{ kind: 'stage' }])
    expect(hintsOf(move, 'harbor')).toMatchObject([{ kind: 'changed', object: 'opportunity', detail: {} }])
  })

  it('are the same event when they come twice', () => {
    const body = 'type=update&date_time=2026-11-01T10:00:00-06:00&contact[id]=1'
    const [first] = hintsOf(body, 'harbor')
    expect(first).toMatchObject({ key: hintsOf(body, 'harbor')[0]?.key, occurredAt: '2026-11-01T16:00:00.000Z' })
  })
})
