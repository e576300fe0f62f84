import { useEffect, useState } from 'react'
import type { Run } from '#contract/runs.ts'

const patience = 5_000

/** Whether nothing has arrived for a while. */
export const useIsStalled = ({ id, phase, pages, records }: Run): boolean => {
  const place = [id, phase, pages, records].join(' ')
  const [stalledAt, setStalledAt] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(place), patience)
    return () => clearTimeout(timer)
  }, [place])
  return stalledAt === place
}
