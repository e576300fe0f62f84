// npm run bench            lists the benchmarks
// npm run bench -- api     runs one; --quick for smaller sizes, under 50 s
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { show } from './bench.ts'

const benches: Record<string, () => Promise<Bench>> = {
  start: async () => (await import('./start.ts')).startBench,
  web: async () => (await import('./web.ts')).webBench,
  api: async () => (await import('./api.ts')).apiBench,
  admin: async () => (await import('./admin.ts')).adminBench,
  sync: async () => (await import('./sync.ts')).syncBench,
  neighbours: async () => (await import('./neighbours.ts')).neighboursBench,
  'sign-in': async () => (await import('./sign-in.ts')).signInBench,
}

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean', default: false } }, allowPositionals: true })
const [name] = positionals

if (name === undefined) {
  for (const [known, load] of Object.entries(benches)) console.log(`${known.padEnd(10)} ${(await load()).about}`)
} else if (benches[name]) {
  const bench = await benches[name]()
  show(name, await bench.run({ quick: values.quick }))
} else {
  console.error(`There is no benchmark "${name}"; choose from ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
}
