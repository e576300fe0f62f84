// What every campaign needs, and how its requests are sent: in rounds, each on the saved state.
import pMap from 'p-map'
import { createRandom, type Random } from '#sandbox/kit/random.ts'
import { signInByPassword } from '#server/testing/identity-client.ts'
import type { MailServer } from '#server/testing/mail-server.ts'
import type { World } from '#server/testing/world.ts'
import type { FuzzContext } from './context.ts'
import { judge } from './judge.ts'
import type { Answer, Attempt, Sender } from './send.ts'
import { count, report, type Tally } from './tally.ts'
import type { Actor, Cast } from './clients.ts'
import type { Things } from './things.ts'

interface Budget {
  requests: number
  /** When to stop, in milliseconds since 1970. */
  until: number
}

export interface Stage {
  ground: FuzzContext
  world: World
  /** Where the emails of the product go. */
  mail: MailServer
  cast: Cast
  things: Things
  sender: Sender
  seed: number
  budget: Budget
}

export const mayGoOn = ({ budget }: Pick<Stage, 'budget'>, tally: Tally): boolean =>
  tally.requests < budget.requests && Date.now() < budget.until

/** Each round has its own random numbers, so that it can be repeated without earlier ones. */
export const diceOf = ({ seed }: Pick<Stage, 'seed'>, round: number): Random => createRandom(seed * 100_003 + round)

/** Every call has another address: limits per address are not tested here. */
export const somewhere = (random: Random): string => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`

const atOnce = 4

export type Seen = (attempt: Attempt, answer: Answer) => void

export const sendAll = async (stage: Stage, tally: Tally, attempts: readonly Attempt[], seen: Seen = () => {}): Promise<void> => {
  const sendOne = async (attempt: Attempt): Promise<void> => {
    const answer = await stage.sender.send(attempt)
    if (answer.problem === 'not sent') return
    count(tally, attempt, answer)
    for (const finding of judge(attempt, answer)) report(tally, finding)
    seen(attempt, answer)
  }
  await pMap(attempts, sendOne, { concurrency: atOnce })
}

/** Repeats each request with a wrong answer alone, to find out whether it is sufficient. */
export const repeatAlone = async (stage: Stage, { findings }: Tally): Promise<void> => {
  for (const finding of findings) {
    const { attempt, kind } = finding
    if (!attempt || attempt.method === 'RAW') continue
    await beginRound(stage, [])
    const answer = await stage.sender.send(attempt)
    finding.isAlone = judge(attempt, answer).some((again) => again.kind === kind)
  }
}

/** Restores the saved state, and signs in all users whom a round has signed out. */
export const beginRound = async ({ ground, world }: Stage, actors: readonly Actor[]): Promise<void> => {
  await ground.putBack()
  await Promise.all(actors.filter(({ tenant, isStaff }) => tenant || isStaff).map((actor) => signInAgain(world, actor)))
}

const signInAgain = async ({ url }: World, actor: Actor): Promise<void> => {
  const { status } = await fetch(`${url}/users-api/notifications/`, {
    headers: { authorization: `Bearer ${actor.token}`, 'x-forwarded-for': '10.9.8.7' },
  })
  if (status === 401) actor.token = (await signInByPassword(url, actor.email, actor.password)).token
}
