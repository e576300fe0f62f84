// npm run bench            lists the benchmarks
// npm run bench -- api     runs one; --quick for smaller sizes, under 50 s (kills: three minutes)
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { show } from './bench.ts'

const benches: Record<string, () => Promise<Bench>> = {
  start: async () => (await import('./start.ts')).startBench,
  web: async () => (await import('./web.ts')).webBench,
  api: async () => (await import('./api.ts')).apiBench,
  admin: async () => (await import('./admin.ts')).adminBench,
  sync: async () => (await import('./sync.ts')).syncBench,
  sharing: async () => (await import('./sharing.ts')).sharingBench,
  webhooks: async () => (await import('./webhooks.ts')).webhooksBench,
  neighbours: async () => (await import('./neighbours.ts')).neighboursBench,
  kills: async () => (await import('./kills.ts')).killsBench,
  rest: async () => (await import('./rest.ts')).restBench,
  large: async () => (await import('./large.ts')).largeBench,
  'sign-in': async () => (await import('./sign-in.ts')).signInBench,
}

const number = { type: 'string' } as const
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, kills: number, minutes: number, seed: number },
  allowPositionals: true,
})
const [name] = positionals

if (name === undefined) {
  for (const [known, load] of Object.entries(benches)) console.log(`${known.padEnd(10)} ${(await load()).about}`)
} else if (benches[name]) {
  const bench = await benches[name]()
  const { quick, ...numbers } = values
  const numbersGiven = Object.fromEntries(Object.entries(numbers).map(([option, value]) => [option, Number(value)]))
  show(name, await bench.run({ quick, ...numbersGiven }))
} else {
  console.error(`There is no benchmark "${name}"; choose from ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
}
