import type { Lineage } from '#web/data/syncs/records.ts'

type Origin = Pick<Lineage['fields'][number], 'run_id' | 'since'>

export interface UsualRun {
  id: string
  since: string
  /** All fields were written by this run. */
  isOnly: boolean
}

/** The run that wrote most of the fields, so that it is shown once; undefined if it is not known. */
export const usualRunOf = (origins: readonly Origin[]): UsualRun | undefined => {
  const counts = new Map<string | null, number>()
  for (const { run_id: run } of origins) counts.set(run, (counts.get(run) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  const known = origins.find(({ run_id: run }) => run === most?.[0])
  if (!known?.run_id || !known.since) return undefined
  return { id: known.run_id, since: known.since, isOnly: counts.size === 1 }
}
