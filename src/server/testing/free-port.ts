import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, one of which could take the port before the product listens. */
const lowest = 10_081
const highest = 32_000

/** Processes that run tests beside each other begin far apart. The port 10080 and some before it are refused by `fetch`. */
const worker = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0)
const share = Math.floor((highest - lowest) / 8)

let next = lowest + (worker % 8) * share + Math.floor(Math.random() * share)

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that was free a moment ago, and that this process gives to nobody else. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < highest - lowest; tries += 1) {
    next = next >= highest ? lowest : next + 1
    if (await isFree(next)) return next
  }
  throw new Error(`No port from ${lowest} to ${highest} is free`)
}
