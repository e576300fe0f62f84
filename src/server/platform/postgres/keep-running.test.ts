import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import { keepRunning } from './keep-running.ts'

/** A cluster that dies when told to, and reports whether it was stopped. */
const aCluster = () => {
  const death = Promise.withResolvers<Awaited<Cluster['exited']>>()
  const seen = { isStopped: false }
  const cluster: Cluster = {
    dataDir: '',
    socketDir: '',
    pid: 0,
    port: 0,
    exited: death.promise,
    stop: async () => {
      seen.isStopped = true
    },
  }
  return { cluster, seen, die: () => death.resolve({ code: 1, log: '' }) }
}

it('a database that is being restarted when the product stops is waited for and stopped', async () => {
  const [first, second] = [aCluster(), aCluster()]
  const start = Promise.withResolvers<Cluster>()
  const begun = Promise.withResolvers<undefined>()
  const kept = keepRunning({
    first: first.cluster,
    start: () => {
      begun.resolve(undefined)
      return start.promise
    },
    log: pino({ level: 'silent' }),
  })
  first.die()
  await begun.promise
  const stopped = kept.stop()
  start.resolve(second.cluster)
  await stopped
  expect([first.seen.isStopped, second.seen.isStopped]).toEqual([false, true])
})
