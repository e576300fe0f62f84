import type { Answer, Call } from '../pool.ts'
import type { Progress } from '../proofs/progress.ts'
import type { Account } from '../accounts/queries.ts'

/** Asks for one more thing, refuses, or passes with undefined. */
export type Step = (call: Call, account: Account, progress: Progress) => Promise<Answer | undefined>
