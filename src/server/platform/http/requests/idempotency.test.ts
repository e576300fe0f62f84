import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { revealOwner, updateClient } from '#contract/clients.ts'
import { listEvents } from '#contract/events/events.ts'
import { defineRoute, whoMay } from '#contract/kit/route.ts'
import { revealUser } from '#contract/users/users.ts'
import { createTestApp } from '#server/testing/app.ts'
import { signUpStaff } from '#server/testing/users.ts'
import { eventually, startWorld, type TestUser, type World } from '#server/testing/world.ts'
import { noteAct } from '../../audit/act.ts'
import { newId } from '../../ids.ts'
import { serve } from '../serve.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const rename = (user: TestUser, name: string, { version = 1, key }: { version?: number; key?: string } = {}) =>
  user.call(
    updateClient,
    { params: { id: user.user.clientId }, body: { version, name } },
    key === undefined ? {} : { 'idempotency-key': key },
  )

const changesSeen = async (user: TestUser): Promise<number> =>
  (await user.call(listEvents, { query: { event: 'client.updated' } })).body.total

describe('A write with an Idempotency-Key', () => {
  it('happens once even if it is sent again, and answers the same each time', async () => {
    const maya = await world.signUp({ company: 'Harbor Light' })
    const key = newId()
    const first = await rename(maya, 'Harbor Bright', { key })
    const again = await rename(maya, 'Harbor Bright', { key })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await changesSeen(maya)).toBe(1)
  })

  it('happens once when it is sent several times at the same moment', async () => {
    const theo = await world.signUp({ company: 'Marsh Roofing', name: 'Theo' })
    const key = newId()
    const answers = await Promise.all([1, 2, 3, 4].map(() => rename(theo, 'Marsh Roofs', { key })))
    const codes = answers.map(({ status, error }) => (status === 200 ? 'done' : error.code))
    expect(codes).toContain('done')
    expect(codes.filter((code) => code !== 'done' && code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([])
    expect(await changesSeen(theo)).toBe(1)
  })

  it('is refused when the key was used for something else', async () => {
    const ana = await world.signUp({ company: 'Cedar Care', name: 'Ana' })
    const key = newId()
    await rename(ana, 'Cedar Cares', { key })
    const { status, error } = await rename(ana, 'Other', { version: 2, key })
    expect([status, error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it("never collides with another user's key", async () => {
    const [ben, eve] = [await world.signUp({ company: 'Ben Ltd' }), await world.signUp({ company: 'Eve Ltd' })]
    const key = newId()
    expect((await rename(ben, 'Ben & Sons', { key })).status).toBe(200)
    const eves = await rename(eve, 'Eve & Sons', { key })
    expect([eves.status, eves.body.name]).toEqual([200, 'Eve & Sons'])
  })

  it('releases its key when it fails, so that another attempt may use it', async () => {
    const zoe = await world.signUp({ company: 'Zoe Ltd' })
    await world.signUp({ company: 'Taken' })
    const key = newId()
    expect((await rename(zoe, 'Taken', { key })).error.code).toBe('CLIENT_NAME_TAKEN')
    expect((await rename(zoe, 'Free', { key })).status).toBe(200)
  })

  it('is refused with a key of more than 200 characters', async () => {
    const ida = await world.signUp({ company: 'Ida Ltd' })
    const { status, error } = await rename(ida, 'Ida', { key: 'x'.repeat(201) })
    expect([status, error.code, error.field]).toEqual([400, 'VALIDATION_FAILED', 'Idempotency-Key'])
  })
})

describe('The key of a call', () => {
  const both = defineRoute({
    name: 'testBoth',
    api: 'users',
    method: 'POST',
    path: '/reads-or-writes/{what}',
    summary: 'For a test',
    access: whoMay('ownAccount', 'w'),
    params: z.object({ what: z.enum(['read', 'write', 'note']) }),
    reply: { status: 200, body: z.object({}) },
  })

  it('is marked by the transaction that wrote something, and by no other', async () => {
    const maya = await world.signUp({ company: 'Marked Ltd' })
    const { clientId } = maya.user
    const app = await createTestApp(world, {
      routes: [
        serve(both, async ({ params: { what } }, context) =>
          context.asSystem('test', async (tx) => {
            const client = await tx.selectFrom('client').select('name').where('client_id', '=', clientId).executeTakeFirst()
            if (what === 'write')
              await tx
                .updateTable('client')
                .set(client ?? {})
                .where('client_id', '=', clientId)
                .execute()
            if (what === 'note') noteAct(tx, { action: 'test.noted', clientId, object: { type: 'client', id: clientId } })
            return {}
          }),
        ),
      ],
    })
    const isMarkedBy = async (what: string): Promise<boolean | undefined> => {
      const key = newId()
      const headers = { authorization: `Bearer ${maya.token}`, 'idempotency-key': key }
      const { statusCode } = await app.inject({ method: 'POST', url: `/users-api/reads-or-writes/${what}`, headers })
      expect(statusCode).toBe(200)
      const row = await world.database.asSystem('test: what is kept', (tx) =>
        tx
          .selectFrom('idempotency_key')
          .select('committed')
          .where('client_id', '=', clientId)
          .where('key', '=', key)
          .executeTakeFirst(),
      )
      return row?.committed
    }
    expect([await isMarkedBy('write'), await isMarkedBy('read'), await isMarkedBy('note')]).toEqual([true, false, true])
    await app.close()
  })
})

describe('A call that reveals masked data', () => {
  it('stores no answer, with any key [ADMIN-04]', async () => {
    const [maya, sol] = [await world.signUp({ company: 'Masked Ltd' }), await signUpStaff(world)]
    const [key, body] = [newId(), { reason: 'Ticket 4711: cannot sign in' }]
    const headers = { 'idempotency-key': key }
    const answers = [
      await sol.call(revealUser, { params: { id: maya.user.id }, body }, headers),
      await sol.call(revealOwner, { params: { id: maya.user.clientId }, body }, headers),
    ]
    expect(answers.map((answer) => answer.body.email)).toEqual([maya.email, maya.email])
    const kept = await world.database.asSystem('test: what is kept', (tx) =>
      tx.selectFrom('idempotency_key').selectAll().where('key', '=', key).execute(),
    )
    expect(kept).toEqual([])
  })
})

describe('A slow write', () => {
  const slow = defineRoute({
    name: 'testSlow',
    api: 'users',
    method: 'POST',
    path: '/slow',
    summary: 'For a test',
    access: whoMay('ownAccount', 'w'),
    reply: { status: 200, body: z.object({ turn: z.int() }) },
  })

  /** Each call waits until it is told to continue, and returns its number. */
  const slowApp = async (user: TestUser) => {
    const waiting: (() => void)[] = []
    let turns = 0
    const app = await createTestApp(world, {
      routes: [
        serve(slow, async (_input, context) => {
          turns += 1
          const turn = turns
          await new Promise<void>((resolve) => waiting.push(resolve))
          return context.inClient(async () => ({ turn }))
        }),
      ],
    })
    const key = newId()
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/users-api/slow',
        headers: { authorization: `Bearer ${user.token}`, 'idempotency-key': key },
      })
    const reached = (turn: number) => eventually(async () => waiting[turn - 1])
    const age = (change: { committed?: boolean }) =>
      world.database.asSystem('test: long ago', async (tx) => {
        await tx
          .updateTable('idempotency_key')
          .set({ created_at: new Date(Date.now() - 120_000), ...change })
          .where('key', '=', key)
          .execute()
      })
    return { app, send, reached, age }
  }

  it('makes concurrent repetitions wait, and returns the one answer to them', async () => {
    const { app, send, reached } = await slowApp(await world.signUp({ company: 'Slow One' }))
    const first = send()
    const goOn = await reached(1)
    const second = await send()
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    goOn()
    expect((await first).json()).toEqual({ turn: 1 })
    expect((await send()).json()).toEqual({ turn: 1 })
    await app.close()
  })

  it('is taken over if its process died before anything was written', async () => {
    const { app, send, reached, age } = await slowApp(await world.signUp({ company: 'Slow Two' }))
    const abandoned = send()
    const letGo = await reached(1)
    await age({})
    const second = send()
    ;(await reached(2))()
    expect((await second).json()).toEqual({ turn: 2 })
    letGo()
    await abandoned
    await app.close()
  })

  it('is never repeated when its work was committed and only its answer is lost', async () => {
    const { app, send, reached, age } = await slowApp(await world.signUp({ company: 'Slow Three' }))
    const abandoned = send()
    const letGo = await reached(1)
    await age({ committed: true })
    expect((await send()).json<{ code: string }>().code).toBe('IDEMPOTENCY_ANSWER_LOST')
    letGo()
    await abandoned
    await app.close()
  })
})

describe('Two users who change the same object', () => {
  it('are kept apart by its version: the later one must load it again', async () => {
    const maya = await world.signUp({ company: 'Version One' })
    expect((await rename(maya, 'Version Two')).body.version).toBe(2)
    const late = await rename(maya, 'Version Three')
    expect([late.status, late.error.code]).toEqual([409, 'STALE_VERSION'])
    expect((await rename(maya, 'Version Three', { version: 2 })).body).toMatchObject({ name: 'Version Three', version: 3 })
  })

  it('cannot both win, even at the same moment', async () => {
    const maya = await world.signUp({ company: 'Race' })
    const answers = await Promise.all(['Race A', 'Race B', 'Race C'].map((name) => rename(maya, name)))
    const codes = answers.map(({ status, error }) => (status === 200 ? 'done' : error.code))
    expect(codes.toSorted()).toEqual(['STALE_VERSION', 'STALE_VERSION', 'done'])
    expect(await changesSeen(maya)).toBe(1)
  })

  it('leave no unused name reserved', async () => {
    const [ana, ben] = [await world.signUp({ company: 'Reserve A' }), await world.signUp({ company: 'Reserve B' })]
    expect((await rename(ana, 'Contested', { version: 7 })).error.code).toBe('STALE_VERSION')
    expect((await rename(ben, 'Contested')).status).toBe(200)
  })
})
