// Every call in every wrong way: it is refused in the documented form, quickly, and reveals no internals.
import { allRoutes } from '#contract/all-routes.ts'
import { may, type AccessProfile } from '#contract/users/permissions.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { bend } from './bend.ts'
import { beginRound, diceOf, mayGoOn, sendAll, type Stage } from './campaign.ts'
import { delivery, operation } from './doors.ts'
import { judge } from './judge.ts'
import { rawAttempt, sendRaw } from './raw.ts'
import { attemptFor, partsFor } from './requests.ts'
import type { Answer, Attempt } from './send.ts'
import type { Supply } from './shapes.ts'
import { count, createTally, report, type Tally } from './tally.ts'
import type { Actor, FuzzClient } from './clients.ts'

const perRound = 150

const ownerLike = (actor: Actor): AccessProfile => ({
  role: 'user',
  isOwner: !actor.isStaff,
  isStaff: actor.isStaff,
  accountType: 'COMPANY',
})

/** Mostly a user who may call it, so that the handler is reached. */
const actorFor = ({ cast }: Stage, { access }: (typeof allRoutes)[number], random: Random): Actor => {
  const able = cast.actors.filter(
    (actor) =>
      (actor.title.startsWith('owner') || actor.isStaff) &&
      (access.kind !== 'member' || may(ownerLike(actor), access.area, access.right)),
  )
  return random.pick(able.length > 0 && random.chance(0.9) ? able : cast.actors)
}

const supplyOf =
  ({ things }: Stage, tenant: FuzzClient, random: Random): Supply =>
  (field) => {
    const named = things.named(tenant, field)
    return named.length === 0 ? undefined : random.pick(named)
  }

const contractAttempt = (stage: Stage, random: Random): Attempt => {
  const route = random.pick(allRoutes)
  const actor = actorFor(stage, route, random)
  const parts = partsFor(route, supplyOf(stage, actor.tenant ?? random.pick(stage.cast.tenants), random), random)
  return bend({ route, parts, attempt: attemptFor(route, actor, parts, random), random })
}

/** Users who are signed out by their own odd operations do not make the other calls. */
const attemptOf = (stage: Stage, random: Random): Attempt => {
  const dice = random.next()
  if (dice < 0.72) return contractAttempt(stage, random)
  if (dice < 0.82) return delivery(stage, random.pick(stage.cast.tenants), random)
  return operation(random.pick(stage.cast.actors.filter(({ title }) => /^(user|admin) of/.test(title))), random)
}

/** Secrets that were sent as proof do not come back. */
const secretsIn = (stage: Stage, { path }: Attempt, { text }: Answer): string | undefined => {
  if (path.startsWith('/idp')) return undefined
  const actor = stage.cast.actors.find(
    ({ token, password }) => token !== '' && (text.includes(token) || (password.length > 10 && text.includes(password))),
  )
  return actor && `gives a password or token of ${actor.title} away`
}

const sendRawLines = async ({ world }: Stage, tally: Tally, random: Random): Promise<void> => {
  const attempt = rawAttempt(world.url, random)
  const answer = await sendRaw(world.url, attempt)
  count(tally, attempt, answer)
  for (const finding of judge(attempt, answer)) report(tally, finding)
}

const assertAlive = async ({ world }: Stage, tally: Tally): Promise<void> => {
  const isAlive = await fetch(`${world.url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isAlive) report(tally, { kind: 'failure', what: 'the product no longer answers' })
}

/** A bug is logged as one, regardless of the answer. */
const reportBugs = ({ ground }: Stage, tally: Tally): void => {
  for (const line of ground.takeLog())
    if (/"level":(50|60)/.test(line)) report(tally, { kind: 'failure', what: `logged ${line.slice(0, 1500)}` })
}

export const malformed = async (stage: Stage): Promise<Tally> => {
  const tally = createTally('malformed')
  for (let round = 0; mayGoOn(stage, tally); round += 1) {
    await beginRound(stage, stage.cast.actors)
    const random = diceOf(stage, round)
    const attempts = Array.from({ length: perRound }, () => attemptOf(stage, random))
    await sendAll(stage, tally, attempts, (attempt, answer) => {
      const what = secretsIn(stage, attempt, answer)
      if (what !== undefined) report(tally, { kind: 'disclosure', what, attempt, answer })
    })
    await sendRawLines(stage, tally, random)
    await assertAlive(stage, tally)
    reportBugs(stage, tally)
  }
  return tally
}
