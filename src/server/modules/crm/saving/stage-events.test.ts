import { describe, expect, it } from 'vitest'
import type { Provenance } from '#contract/crm/records.ts'
import type { StageEventRow } from './opportunity-queries.ts'
import { settleStages } from './stage-events.ts'

const day = Date.parse('2026-03-02T10:00:00.000Z')
const hour = 3_600_000

const event = (stage: string, ms: number, provenance: Provenance): StageEventRow => ({
  opportunity_id: 'one',
  at: new Date(day + ms).toISOString(),
  raw_stage: stage,
  seq: 0,
  pipeline_external_id: null,
  provenance,
})
const vendor = (stage: string, ms: number) => event(stage, ms, 'provider')
const hook = (stage: string, ms: number) => event(stage, ms, 'webhook')
const seen = (stage: string, ms: number) => event(stage, ms, 'observed')

const wayOf = (events: readonly StageEventRow[]) =>
  events.map(({ raw_stage: stage, at, provenance }) => [stage, Date.parse(at) - day, provenance])
const record = (known: StageEventRow[], present: StageEventRow, webhooks: StageEventRow[] = []) =>
  settleStages(known, { events: [present, ...webhooks], present, isWhole: false })
const webhooks = (known: StageEventRow[], events: StageEventRow[]) =>
  settleStages(known, { events, present: null, isWhole: false })

describe('One change from two sources', () => {
  it.each([2, 1000, 19 * hour])('is one event at the vendor’s time when the webhook was %d ms later, in either order', (late) => {
    const [a, b, reported] = [vendor('A', -hour), vendor('B', 0), hook('B', late)]
    expect(record([a, reported], b)).toEqual([a, b])
    expect(webhooks([a, b], [reported])).toEqual([a, b])
    expect(record([a], b, [reported])).toEqual([a, b])
  })

  it('is one event when the webhook has whole seconds, and so a time before the vendor’s', () => {
    const [a, b, reported] = [vendor('A', -hour), vendor('B', 900), hook('B', 0)]
    expect(record([a, reported], b)).toEqual([a, b])
    expect(webhooks([a, b], [reported])).toEqual([a, b])
  })

  it('keeps the earlier of the webhook’s time and ours, if the vendor has none', () => {
    const a = vendor('A', -hour)
    expect(webhooks([a, seen('B', 9000)], [hook('B', 20)])).toEqual([a, hook('B', 20)])
    expect(record([a, hook('B', 20)], seen('B', 9000))).toEqual([a, hook('B', 20)])
  })
})

describe('A real change there and back', () => {
  it('keeps all of its steps, together with the record or one after the other', () => {
    const a = vendor('A', -hour)
    const steps = [hook('B', 1002), hook('A', 2002), hook('B', 3002)]
    const whole = [
      ['A', -hour, 'provider'],
      ['B', 1002, 'webhook'],
      ['A', 2002, 'webhook'],
      ['B', 3000, 'provider'],
    ]
    expect(wayOf(record([a], vendor('B', 3000), steps))).toEqual(whole)
    expect(wayOf(record(webhooks([a], steps), vendor('B', 3000)))).toEqual(whole)
    expect(wayOf(webhooks(record([a], vendor('B', 3000)), steps))).toEqual(whole)
  })

  it('keeps both of two vendor times for the same stage', () => {
    expect(wayOf(record([vendor('A', 0), vendor('B', 10)], vendor('B', hour)))).toHaveLength(3)
  })

  it('that webhooks reported a day late comes before the vendor’s final stage', () => {
    const late = [hook('B', 19 * hour), hook('A', 19 * hour + 5), hook('B', 19 * hour + 9)]
    expect(wayOf(record([vendor('A', -hour)], vendor('B', 0), late))).toEqual([
      ['A', -hour, 'provider'],
      ['B', -2, 'webhook'],
      ['A', -1, 'webhook'],
      ['B', 0, 'provider'],
    ])
  })

  it('that is read between two late webhooks keeps its steps in order', () => {
    const first = record([vendor('A', -hour)], vendor('A', -6000), [hook('B', 0)])
    expect(first.map((one) => one.raw_stage)).toEqual(['A', 'B', 'A'])
    const then = record(first, vendor('B', -3000), [hook('A', 50), hook('B', 90)])
    expect(then.map((one) => one.raw_stage)).toEqual(['A', 'B', 'A', 'B'])
  })

  it('within a moment, whose webhooks come after its end, keeps its steps in order', () => {
    const [a, c] = [vendor('A', -hour), vendor('C', 1)]
    expect(webhooks([a, c], [hook('B', 2), hook('C', 3)]).map((one) => one.raw_stage)).toEqual(['A', 'B', 'C'])
  })

  it("follows the vendor's complete history if it has one", () => {
    const way = [vendor('A', 0), vendor('B', 1000), vendor('A', 2000), vendor('B', 3000)]
    const reported = [hook('B', 1700), hook('A', 3100), hook('B', 3200)]
    const present = way.at(-1) ?? null
    expect(settleStages([vendor('A', 0), ...reported], { events: way, present, isWhole: true })).toEqual(way)
  })
})

it("keeps a webhook's stage while the vendor’s record is behind", () => {
  const a = vendor('A', 0)
  expect(settleStages([a], { events: [a, hook('B', hour)], present: a, isWhole: true })).toEqual([a, hook('B', hour)])
})
