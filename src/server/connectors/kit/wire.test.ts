import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConnectorFailure } from './failures.ts'
import { parseAnswer, sortRecords } from './wire.ts'

const failureOf = (work: () => unknown): ConnectorFailure => {
  try {
    work()
  } catch (error) {
    if (error instanceof ConnectorFailure) return error
  }
  throw new Error('It did not fail')
}

describe('An answer of an unknown form', () => {
  it("is reported with the vendor's name; the technical detail is kept for staff", () => {
    const failure = failureOf(() => parseAnswer(z.object({ results: z.array(z.string()) }), {}, 'pipelines', 'HubSpot'))
    expect(failure.kind).toBe('bad_answer')
    expect(failure.message).toBe("HubSpot sent pipelines in a format we couldn't read, so we didn't import it.")
    expect(failure.technical).toContain('results: ')
  })
})

describe('A record of an unknown form', () => {
  it('is rejected with the names of the invalid fields, and without their values', () => {
    const record = z.object({ id: z.string(), properties: z.object({ email: z.string() }) })
    const raws = [
      { id: '1', properties: { email: 'ada@example.com' } },
      { id: '2', properties: { email: 17 } },
    ]
    const { good, rejected } = sortRecords(record, raws, { object: 'contact', id: 'id' })
    expect(good).toHaveLength(1)
    expect(rejected).toMatchObject([{ externalId: '2', code: 'bad_shape', raw: raws[1] }])
    expect(rejected[0]?.reason).toBe(
      'This contact has an unknown format: check properties.email. Correct it there, and the next sync picks it up.',
    )
  })
})
