import { describe, expect, it } from 'vitest'
import { failureOf } from './failed-queries.ts'

const error = new Error('offline')
const query = (more: object = {}) => ({
  data: undefined,
  isError: true,
  error,
  isFetching: false,
  refetch: () => undefined,
  ...more,
})

describe('A page of which nothing could be loaded', () => {
  it('has one failure that retries everything', () => {
    const retried: string[] = []
    const failure = failureOf([
      query({ refetch: () => retried.push('sources') }),
      query({ refetch: () => retried.push('stages'), isFetching: true }),
    ])
    expect(failure).toMatchObject({ error, busy: true })
    failure?.onRetry()
    expect(retried).toEqual(['sources', 'stages'])
  })

  it('has none if a part was loaded, now or earlier, or is still loading', () => {
    expect(failureOf([query(), query({ isError: false, error: null, data: [] })])).toBeUndefined()
    expect(failureOf([query(), query({ data: [] })])).toBeUndefined()
    expect(failureOf([query(), query({ isError: false, error: null })])).toBeUndefined()
  })
})
