import { describe, expect, it } from 'vitest'
import { fillAccount } from '#sandbox/kit/fill.ts'
import { benchForFile } from '../testing/bench-for-file.ts'
import { crmOf } from '../testing/conformance/source.ts'
import { microsoftDynamics } from './index.ts'
import { readParts } from './reader.ts'

const bench = benchForFile(microsoftDynamics)

describe('A table whose changes Dynamics does not track', () => {
  it('is read by the time of change, first whole and then with what lies a little before the last read', async () => {
    const crm = crmOf(bench)
    const { account } = bench.vendor.hands.createAccount({ name: 'Harbour Homes' })
    fillAccount(crm, account, { people: 5, deals: 3, seed: 1 })
    const { session } = await bench.connect(account)
    const seen: unknown[] = []
    const read = readParts([
      {
        set: 'opportunitysalesprocesses',
        isTracked: true,
        select: async () => ['_opportunityid_value', 'modifiedon'],
        async take(_session, rows) {
          seen.push(...rows)
          return {}
        },
      },
    ])
    const first = await read(session, { cursor: null, since: null })
    expect(seen).toHaveLength(3)
    expect(first.next).toBeNull()
    const [deal] = crm.deals(account, 1)
    seen.length = 0
    crm.changeDeal(account, deal?.id ?? '', { stage: 2 }, Date.now())
    await read(session, { cursor: null, since: first.watermark ?? null })
    expect(seen).toContainEqual(expect.objectContaining({ _opportunityid_value: deal?.id }))
    expect(bench.vendor.faults.log.at(-1)?.url).toContain('filter=modifiedon%20ge%20')
  })
})
