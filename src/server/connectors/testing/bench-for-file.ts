// One bench for all tests of a file.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Connector } from '../kit/connector.ts'
import { startBench, type Bench } from './bench.ts'

/** Ready when the first test begins. Faults and waits of one test are cleared before the next. */
export const benchForFile = (connector: Connector): Bench => {
  const bench = {} as Bench
  beforeAll(async () => {
    Object.assign(bench, await startBench(connector))
  })
  beforeEach(() => {
    bench.vendor.faults.clear()
    bench.waited.length = 0
  })
  afterAll(() => bench.close())
  return bench
}
