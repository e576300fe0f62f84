// The product, its workers and PostgreSQL are killed while a sender sends. What was acknowledged is there afterwards,
// once, although the sender repeats every call that it got no answer for.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { request } from 'undici'
import { createWebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import type { InboundReply } from '#contract/webhooks/inbound.ts'
import { install, type Installation, type Victim } from '#server/testing/kills/installation.ts'
import { eventually, signUpOn } from '#server/testing/world.ts'
import type { Figure } from '../bench.ts'
import { batchFrom, opportunityEvery } from './events.ts'

const batchSize = 100
const senders = 4
const triesMax = 2000

interface Sum {
  accepted: number
  duplicates: number
  repeated: number
}

/** As a sender does who wants nothing to be lost: until there is an answer. */
const sendUntilTaken = async (url: string, first: number, sum: Sum): Promise<void> => {
  const body = batchFrom(first, batchSize)
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      const response = await request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const answer = (await response.body.json()) as InboundReply
      if (response.statusCode === 202) {
        sum.accepted += answer.accepted
        sum.duplicates += answer.duplicates
        if (answer.rejected.length > 0) throw new TypeError(`Rejected: ${JSON.stringify(answer.rejected[0])}`)
        return
      }
    } catch (error) {
      if (error instanceof TypeError) throw error
    }
    sum.repeated += 1
    await pause(200)
  }
  throw new Error('There was never an answer')
}

const sendAll = async (url: string, items: number, note: (sent: number) => void): Promise<Sum> => {
  const sum = { accepted: 0, duplicates: 0, repeated: 0 }
  let next = 0
  const sender = async (): Promise<void> => {
    while (next < items) {
      const first = next
      next += batchSize
      await sendUntilTaken(url, first, sum)
      note(next)
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return sum
}

/** Spread over the sending, in turn. */
const victims: readonly Victim[] = ['product', 'worker', 'postmaster', 'worker', 'product']

const createKiller = (installation: Installation, { items, kills }: { items: number; kills: number }) => {
  let done = 0
  return {
    done: () => done,
    note: (sent: number): void => {
      if (done >= kills || sent < ((done + 0.5) * items) / kills) return
      if (installation.kill(victims[done % victims.length] ?? 'product') !== undefined) done += 1
    },
  }
}

interface Stored {
  waiting: number
  contacts: number
  opportunities: number
  events: number
  seen: number
  usage: number
}

const storedOf = async ({ database }: Installation, clientId: string): Promise<Stored> => {
  const { rows } = await database.asSystem('test: what is there', (tx) =>
    sql<Stored>`select
      (select count(*) from webhook_delivery where client_id = ${clientId} and state = 'waiting') as waiting,
      (select count(*) from contact where client_id = ${clientId}) as contacts,
      (select count(*) from opportunity where client_id = ${clientId}) as opportunities,
      (select count(*) from stage_event where client_id = ${clientId}) as events,
      (select count(*) from webhook_seen where client_id = ${clientId}) as seen,
      (select coalesce(sum(count), 0)::bigint from webhook_usage where client_id = ${clientId}) as usage`.execute(tx),
  )
  if (!rows[0]) throw new Error('Nothing was counted')
  return rows[0]
}

const patience = 30 * 60_000

const lower = (name: string, value: number, unit = ''): Figure => ({ name, value, unit, target: 0, better: 'lower' })

export const killingFigures = async (dataDir: string, { items, kills }: { items: number; kills: number }): Promise<Figure[]> => {
  const installation = await install({ dataDir, workers: 1, leaseSeconds: 20, answerMs: 0 })
  try {
    await installation.ready()
    const ana = await signUpOn(installation.url, { company: 'Northlight', agency: true, name: 'Ana' })
    const { clientId } = ana.user
    const { url } = (await ana.call(createWebhookEndpoint, { body: {} })).body
    const killer = createKiller(installation, { items, kills })
    const began = Date.now()
    const sum = await sendAll(url, items, killer.note)
    await eventually(
      async () => ((await storedOf(installation, clientId).catch(() => ({ waiting: 1 }))).waiting === 0 ? true : undefined),
      patience,
    )
    const seconds = (Date.now() - began) / 1000
    const stored = await storedOf(installation, clientId)
    const deals = items / opportunityEvery
    const people = items - deals
    console.log(`${sum.repeated} calls were repeated, ${sum.duplicates} events of them had been taken before the kill`)
    return [
      { name: 'kills', value: killer.done(), unit: '', target: kills, better: 'higher' },
      {
        name: 'events applied, kills included',
        value: Math.round(items / seconds),
        unit: 'events/s',
        target: 200,
        better: 'higher',
      },
      lower('events lost', Math.max(0, items - stored.seen)),
      lower('contacts missing', Math.max(0, people - stored.contacts)),
      lower('contacts doubled', Math.max(0, stored.contacts - people)),
      lower('opportunities missing', Math.max(0, deals - stored.opportunities)),
      lower('opportunities doubled', Math.max(0, stored.opportunities - deals)),
      lower('stage events missing or doubled', Math.abs(stored.events - deals)),
      lower('automation events counted wrongly', Math.abs(stored.usage - items)),
      lower('processes that ended by themselves', installation.endedByThemselves()),
    ]
  } finally {
    await installation.close()
  }
}
