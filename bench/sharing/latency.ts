// How long after a company's sync has saved a page its agency has the changes, in the running product with a worker.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acceptConnection } from '#contract/connections/connections.ts'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import { approve, arrive, invite, send } from '#server/modules/connections/testing/pairs.ts'
import { openAccount } from '#server/testing/kills/accounts.ts'
import { install } from '#server/testing/kills/installation.ts'
import { runToEnd, settled } from '#server/testing/vendors/runs.ts'
import { signUpOn, type TestUser } from '#server/testing/world.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { inFolder, type Figure } from '../bench.ts'

const patience = 60_000

/** When a client first has a contact with a last name, looked for every few milliseconds. */
const arrivalOf = async (database: Database, { user: { clientId } }: TestUser, lastName: string): Promise<number> => {
  const until = performance.now() + patience
  while (performance.now() < until) {
    const found = await database.inClient(clientId, (tx) =>
      tx
        .selectFrom('contact')
        .select('id')
        .where('client_id', '=', clientId)
        .where('last_name', '=', lastName)
        .limit(1)
        .executeTakeFirst(),
    )
    if (found) return performance.now()
    await pause(5)
  }
  throw new Error(`${lastName} did not arrive`)
}

const run = async (dataDir: string, { people, rounds }: { people: number; rounds: number }): Promise<number[]> => {
  const installation = await install({ dataDir, workers: 1, leaseSeconds: 20, answerMs: 0 })
  try {
    await installation.ready()
    const { database } = installation
    const ana = await signUpOn(installation.url, { company: 'Northlight Growth', name: 'Ana', agency: true })
    const priya = await signUpOn(installation.url, { company: 'Brightsmile Dental', name: 'Priya' })
    const account = openAccount(installation.sandbox, 'hubspot', { people, deals: Math.round(people * 0.6), days: 1 })
    const source = await account.connect(priya)
    await settled(priya, source)
    const { id } = await invite(ana, priya.email)
    await priya.call(acceptConnection, { params: { id }, body: {} })
    const criteria: Criteria = {
      ...emptyCriteria(source),
      match_on: 'contact',
      filter: { field: 'created_since', op: '>=', values: ['2000-01-01'] },
      type_of_data: 'BASIC',
    }
    const pair = { ana, priya, id, criteria }
    const { textHash } = await send(pair, criteria)
    await approve(ana, id, textHash)
    await arrive(pair, 'ACTIVE')
    const times: number[] = []
    // Contacts are renamed after the round; the first one was that of the account's newcomers.
    for (let round = 2; round < rounds + 2; round += 1) {
      account.settle()
      account.change()
      const [saved, seen] = await Promise.all([
        arrivalOf(database, priya, `Round ${round}`),
        arrivalOf(database, ana, `Round ${round}`),
        runToEnd(priya, source),
      ])
      times.push(seen - saved)
    }
    return times
  } finally {
    await installation.close()
  }
}

export const latencyFigures = async (quick: boolean): Promise<Figure[]> => {
  const size = quick ? { people: 300, rounds: 5 } : { people: 2000, rounds: 20 }
  const times = (await inFolder((folder) => run(join(folder, 'data'), size))).toSorted((one, other) => one - other)
  const figure = (name: string, value = Number.NaN): Figure => ({
    name,
    value: Math.round(value),
    unit: 'ms',
    target: 5000,
    better: 'lower',
  })
  return [
    figure('saved page of a sync to rows of the agency: p50', times[Math.floor(times.length / 2)]),
    figure('  slowest', times.at(-1)),
  ]
}
