import type { Step } from '../operations/next-step.ts'
import type { Answer, Call } from '../pool.ts'
import type { Progress } from '../proofs/progress.ts'
import type { Account } from '../queries.ts'

/** Refuses a device that is not there, in the words by which the client knows that it has to forget it. */
export const assertKnownDevice = async (_call: Call, _account: Account, _deviceKey: string | undefined): Promise<void> => {}

export const askDevice: Step = async () => undefined

/** A name for the browser, with which it can prove itself next time. */
export const offerDevice = async (_call: Call, _account: Account, _progress: Progress): Promise<Answer> => ({})
