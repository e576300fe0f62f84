import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Subject } from '../../accounts/accounts.ts'
import { after, type Call } from '../../pool.ts'
import { countCodeAttempt, deleteCode, selectCode, upsertCode, type CodeKind } from './code-queries.ts'
import { codeMismatch, expiredCode, tooManyFailures } from '../../wire/refusals.ts'
import { isSameText } from '../passwords/srp.ts'
import { countAddressFailure } from '../throttle/addresses.ts'
import { assertMayTry, countFailure, forgetFailures } from '../throttle/throttle.ts'

const hour = 60 * 60_000
const lifetimes: Record<CodeKind, number> = { sign_up: 24 * hour, password: hour, attribute: 24 * hour }
const triesPerCode = 5

interface Claim {
  subject: Pick<Subject, 'sub' | 'account'>
  kind: CodeKind
  code: string
  /** The address or number that the code was sent to: it is invalid for another one. */
  about: string | undefined
}

const hashCode = ({ ring }: Call, { subject, kind, code, about }: Claim): string =>
  createHmac('sha256', ring.macSecret)
    .update(['code', subject.sub, kind, code, about].filter(Boolean).join(' '))
    .digest('base64url')

export const isInLink = ({ settings }: Call, kind: CodeKind): boolean =>
  kind === 'sign_up' && settings.signUpVerification === 'link'

/** Digits if a code is typed; in a link a secret that is too long to guess. */
const newCode = (call: Call, kind: CodeKind): string =>
  isInLink(call, kind) ? randomBytes(24).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0')

/** A new code instead of any older one of its kind. */
export const issueCode = async (call: Call, sub: string, kind: CodeKind, about: string | undefined): Promise<string> => {
  const code = newCode(call, kind)
  await upsertCode(call.tx, {
    subject: sub,
    kind,
    hash: hashCode(call, { subject: { sub, account: undefined }, kind, code, about }),
    expires: after(call.now, lifetimes[kind]),
  })
  return code
}

/** Only a caller with the right code learns that it has expired. */
export const isOf = async (call: Call, claim: Claim): Promise<boolean> => {
  const row = await selectCode(call.tx, claim.subject.sub, claim.kind)
  if (!row || !isSameText(row.hash, hashCode(call, claim))) return false
  if (row.expires <= call.now) throw expiredCode()
  return true
}

/** Uses the code, or refuses; after five wrong attempts it is deleted. */
export const redeemCode = async (call: Call, claim: Claim & { kind: 'password' | 'attribute' }): Promise<void> => {
  const { subject, kind } = claim
  const { sub } = subject
  const failures = await assertMayTry(call, sub, 'code')
  const row = await selectCode(call.tx, sub, kind)
  if (!row || row.expires <= call.now) {
    await countAddressFailure(call)
    throw expiredCode()
  }
  const isRight = isSameText(row.hash, hashCode(call, claim))
  const isLast = row.attempts + 1 >= triesPerCode
  if (isRight || isLast) await deleteCode(call.tx, sub, kind)
  else await countCodeAttempt(call.tx, sub, kind)
  if (isRight) return forgetFailures(call, failures)
  await countFailure(call, subject, failures)
  throw isLast ? tooManyFailures() : codeMismatch()
}
