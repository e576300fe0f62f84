// Chains of rows, each with the hash of the one before it: which row of one is the first that is wrong.
import { auditProblems, type AuditProblem } from '#contract/audit.ts'

export interface Broken {
  seq: number
  problem: AuditProblem
}

/** The first row of each problem. */
export type Found = Partial<Record<AuditProblem, number | null>>

/** The lowest number; of two problems of one row the more specific one. */
export const firstOf = (found: readonly Found[]): Broken | null => {
  const all = found.flatMap((one) =>
    auditProblems.flatMap((problem) => {
      const seq = one[problem] ?? null
      return seq === null ? [] : { seq, problem }
    }),
  )
  return all.toSorted((a, b) => a.seq - b.seq)[0] ?? null
}

/** The recorded end of a chain, and its last existing row. */
export interface Ends {
  head_seq: number | null
  head_hash: string | null
  last_seq: number | null
  last_hash: string | null
}

/** The last row has to be the recorded end, and no day may have ended later. */
export const problemsOfEnd = (ends: Ends, unlikeDay: number | null): Found => {
  const [head, last] = [ends.head_seq ?? 0, ends.last_seq ?? 0]
  if (Math.max(head, unlikeDay ?? 0) > last) return { 'cut off': last + 1 }
  if (unlikeDay !== null) return { rewritten: unlikeDay }
  if (last > head) return { rewritten: head + 1 }
  return ends.head_hash === null || ends.head_hash === ends.last_hash ? {} : { rewritten: last }
}

/** Where a chain goes on. */
export interface Link {
  seq: number
  hash: string
}
