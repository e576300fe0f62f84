import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { after, type Call } from '../pool.ts'
import { countCodeAttempt, deleteCode, selectCode, upsertCode, type CodeKind } from '../queries.ts'
import { codeMismatch, expiredCode, tooManyFailures } from '../refusals.ts'
import { isSameText } from './srp.ts'
import { assertAddressMay, countAddressFailure } from './throttle.ts'

const hour = 60 * 60_000
const lifetimes: Record<CodeKind, number> = { sign_up: 24 * hour, password: hour, attribute: 24 * hour }
const triesPerCode = 5

interface Claim {
  subject: string
  kind: CodeKind
  code: string
  /** The address or number that the code was sent to: a code for one is none for another. */
  about: string | undefined
}

const hashCode = ({ ring }: Call, { subject, kind, code, about }: Claim): string =>
  createHmac('sha256', ring.macSecret).update(['code', subject, kind, code, about].filter(Boolean).join(' ')).digest('base64url')

const isInLink = ({ settings }: Call, kind: CodeKind): boolean => kind === 'sign_up' && settings.signUpVerification === 'link'

/** Digits where a code is typed; in a link a secret that is too long to guess. */
const newCode = (call: Call, kind: CodeKind): string =>
  isInLink(call, kind) ? randomBytes(24).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0')

/** A new code in place of any older one of its kind. */
export const issueCode = async (call: Call, subject: string, kind: CodeKind, about: string | undefined): Promise<string> => {
  const code = newCode(call, kind)
  await upsertCode(call.tx, {
    subject,
    kind,
    hash: hashCode(call, { subject, kind, code, about }),
    expires: after(call.now, lifetimes[kind]),
  })
  return code
}

/** Uses the code up, or refuses; after five wrong ones it is gone. Nobody guesses that of a link, so wrong ones do not take it away. */
export const redeemCode = async (call: Call, claim: Claim): Promise<void> => {
  const { subject, kind } = claim
  await assertAddressMay(call)
  const row = await selectCode(call.tx, subject, kind)
  if (!row || row.expires <= call.now) throw expiredCode()
  const isRight = isSameText(row.hash, hashCode(call, claim))
  const isLast = row.attempts + 1 >= triesPerCode && !isInLink(call, kind)
  if (isRight || isLast) await deleteCode(call.tx, subject, kind)
  else await countCodeAttempt(call.tx, subject, kind)
  if (isRight) return
  await countAddressFailure(call)
  throw isLast ? tooManyFailures() : codeMismatch()
}
