// The secret that a user shares with an authenticator app.
import { sealContext } from '#server/platform/secrets.ts'
import type { Call } from '../../pool.ts'
import { selectTotp, updateLastStep, upsertPendingTotp, upsertTotp } from './totp-queries.ts'
import { stepOfCode } from './totp.ts'

const sealContextOf = (column: 'secret_sealed' | 'pending_sealed', sub: string): string => sealContext('pool.totp', column, sub)

interface VerifiedToken {
  secret: string
  name: string
  /** The time step of the code that verified it. */
  step: number
}

export const keepPendingToken = ({ tx, sealer, now }: Call, sub: string, secret: string): Promise<void> =>
  upsertPendingTotp(tx, { sub, pendingSealed: sealer.seal(secret, sealContextOf('pending_sealed', sub)), now })

export const findPendingToken = async ({ tx, sealer }: Call, sub: string): Promise<string | undefined> => {
  const row = await selectTotp(tx, sub)
  return row?.pendingSealed ? sealer.open(row.pendingSealed, sealContextOf('pending_sealed', sub)).toString() : undefined
}

/** Codes of this secret count from now on, and those of an older one no more. */
export const keepToken = ({ tx, sealer, now }: Call, sub: string, { secret, name, step }: VerifiedToken): Promise<void> =>
  upsertTotp(tx, { sub, secretSealed: sealer.seal(secret, sealContextOf('secret_sealed', sub)), name, lastStep: step, now })

/** Uses the code. A code of the same 30 seconds as the last one, or older, was used before. */
export const redeemTokenCode = async (call: Call, sub: string, code: string): Promise<'right' | 'wrong' | 'used'> => {
  const row = await selectTotp(call.tx, sub)
  if (!row?.secretSealed) return 'wrong'
  const step = stepOfCode(call.sealer.open(row.secretSealed, sealContextOf('secret_sealed', sub)).toString(), code, call.now)
  if (step === undefined) return 'wrong'
  if (step <= row.lastStep) return 'used'
  await updateLastStep(call.tx, sub, step)
  return 'right'
}
