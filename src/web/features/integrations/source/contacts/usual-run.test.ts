import { describe, expect, it } from 'vitest'
import { usualRunOf } from './usual-run.ts'

const since = '2026-11-15T09:00:00.000Z'
const by = (run: string | null) => ({ run_id: run, since: run === null ? null : since })

describe('the run that brought most of a person [SYNC-06]', () => {
  it('is told once, and the others where they stand', () => {
    expect(usualRunOf([by('first'), by('second'), by('first')])).toEqual({ id: 'first', since, isOnly: false })
    expect(usualRunOf([by('first'), by('first')])).toEqual({ id: 'first', since, isOnly: true })
  })

  it('is nothing where nobody knows which one it was', () => {
    expect(usualRunOf([by(null), by(null), by('first')])).toBeUndefined()
    expect(usualRunOf([])).toBeUndefined()
  })
})
