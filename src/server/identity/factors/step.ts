import type { Answer, Call } from '../pool.ts'
import type { Progress } from '../proofs/progress.ts'
import type { Account } from '../accounts/queries.ts'

/** Asks for one thing more, refuses, or lets pass with undefined. */
export type Step = (call: Call, account: Account, progress: Progress) => Promise<Answer | undefined>
