// Every user requests data of others, by every call: none of it is returned, and none of it changes.
import { allRoutes } from '#contract/all-routes.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { beginRound, diceOf, mayGoOn, sendAll, type Stage } from './campaign.ts'
import { watchLeaks } from './leaks.ts'
import { attemptFor, partsFor } from './requests.ts'
import type { Attempt } from './send.ts'
import type { Supply } from './shapes.ts'
import { createTally, report, type Tally } from './tally.ts'
import type { Actor, FuzzClient } from './clients.ts'
import { changedTables, createDigester, kindOf, type Digests } from './things.ts'

const pickFrom = <T>(random: Random, list: readonly T[]): T | undefined => (list.length === 0 ? undefined : random.pick(list))

/** Mostly objects of the other client, and sometimes one's own in between. */
const supplyOf =
  ({ things }: Stage, random: Random, other: FuzzClient, own: FuzzClient | undefined): Supply =>
  (field) => {
    const tenant = own && random.chance(0.2) ? own : other
    const named = pickFrom(random, things.named(tenant, field))
    const isId = /(^|_)id$|Id$|^companies$/.test(field)
    if (!isId) return named
    return random.chance(0.15) ? pickFrom(random, things.ids(tenant)) : (named ?? pickFrom(random, things.ids(tenant)))
  }

/** The tenant header of another account, or the key of an earlier request. */
const withHeaders = (attempt: Attempt, random: Random, other: FuzzClient): Attempt => {
  const headers = { ...attempt.headers }
  if (random.chance(0.1)) headers['x-tenant'] = `${other.clientId}.localhost`
  if (random.chance(0.1)) headers['idempotency-key'] = `key ${random.below(5)}`
  return { ...attempt, headers }
}

const attemptsOf = (stage: Stage, actor: Actor, random: Random): Attempt[] => {
  const others = stage.cast.tenants.filter((tenant) => tenant !== actor.tenant)
  return allRoutes.map((route) => {
    const other = random.pick(others)
    const parts = partsFor(route, supplyOf(stage, random, other, actor.tenant), random)
    return { ...withHeaders(attemptFor(route, actor, parts, random), random, other), how: `with things of ${other.mark}` }
  })
}

/** Staff may change accounts, but never their contacts. */
const mayChange = (actor: Actor, tenant: FuzzClient, table: string): boolean =>
  actor.tenant === tenant || (actor.isStaff && kindOf(table) === 'account')

const reportChanges = (tally: Tally, stage: Stage, actor: Actor, digests: { before: Digests; after: Digests }): void => {
  for (const tenant of stage.cast.tenants)
    for (const table of changedTables(digests.before, digests.after, tenant))
      if (!mayChange(actor, tenant, table))
        report(tally, { kind: 'change', what: `${actor.title} changed ${table} of ${tenant.mark}` })
}

export const crossClient = async (stage: Stage): Promise<Tally> => {
  const tally = createTally('cross-tenant')
  const digest = await createDigester(stage.ground)
  for (let round = 0; mayGoOn(stage, tally); round += 1) {
    const actor = stage.cast.actors[round % stage.cast.actors.length]
    if (!actor) break
    await beginRound(stage, [actor])
    const random = diceOf(stage, round)
    const watch = watchLeaks(stage.cast, stage.things)
    const attempts = attemptsOf(stage, actor, random)
    for (const attempt of attempts) watch.sent(attempt)
    const before = await digest()
    await sendAll(stage, tally, attempts, (attempt, answer) => {
      const leaks = watch.leaksIn(actor, answer)
      if (leaks.length > 0)
        report(tally, {
          kind: 'leak',
          what: `${actor.title} was told ${[...new Set(leaks)].slice(0, 5).join(', ')}`,
          attempt,
          answer,
        })
    })
    reportChanges(tally, stage, actor, { before, after: await digest() })
  }
  return tally
}
