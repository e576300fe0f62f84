import { describe, expect, it } from 'vitest'
import { usualRunOf } from './usual-run.ts'

const since = '2026-11-15T09:00:00.000Z'
const by = (run: string | null) => ({ run_id: run, since: run === null ? null : since })

describe('The run that wrote most fields of a contact [SYNC-06]', () => {
  it('is shown once, and other runs at their fields', () => {
    expect(usualRunOf([by('first'), by('second'), by('first')])).toEqual({ id: 'first', since, isOnly: false })
    expect(usualRunOf([by('first'), by('first')])).toEqual({ id: 'first', since, isOnly: true })
  })

  it('is undefined if most fields have no known run', () => {
    expect(usualRunOf([by(null), by(null), by('first')])).toBeUndefined()
    expect(usualRunOf([])).toBeUndefined()
  })
})
