// The product, or one more worker of it, as a process that may be killed at any moment.
import { pino } from 'pino'
import type { Follower } from '#server/modules/changes/model.ts'
import { readConfig } from '#server/platform/config.ts'
import { start } from '#server/start.ts'

export interface ProcessOrder {
  args: string[]
  env: Record<string, string>
  leaseSeconds: number
  /** A file that exports the followers of the change log. */
  followers?: string
}

const { args, env, leaseSeconds, followers } = JSON.parse(process.argv[2] ?? '{}') as ProcessOrder
const read = readConfig(args, env)
if ('show' in read) throw new Error(read.show)
process.once('disconnect', () => process.exit())
const log = pino({ level: process.env['KILLS_LOG'] ?? 'silent' }, pino.destination(2))
await start(read.config, log, {
  limits: { perAddress: 1e9, perUser: 1e9, perEndpoint: { perMinute: 1e9, burst: 1e9 } },
  // Several workers share it, and here it dies often.
  postgres: { settings: { max_connections: '300' }, deaths: { deathsMax: 1e9, withinMs: 1 } },
  runLeaseSeconds: leaseSeconds,
  ...(followers === undefined ? {} : ((await import(followers)) as { followers: readonly Follower[] })),
})
process.send?.('ready')
