// Signatures in the form of Standard Webhooks: HMAC-SHA256 over id, timestamp and body.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#server/platform/errors.ts'

const skewSeconds = 300
const signaturesMax = 10

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[`webhook-${name}`]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const refuse = (detail: string): never => {
  throw new AppError('UNAUTHENTICATED', { detail })
}

const isEqual = (given: string, expected: Buffer): boolean => {
  const bytes = Buffer.from(given, 'base64')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/** One that is sent must be right, also where none is required. */
export const checkSignature = (
  { secret, isRequired }: { secret: string | null; isRequired: boolean },
  { headers, body, now }: { headers: IncomingHttpHeaders; body: Buffer; now: number },
): void => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, name))
  if (signatures === undefined && !isRequired) return
  if (signatures === undefined)
    return refuse('Calls to this address must be signed: send webhook-id, webhook-timestamp and webhook-signature.')
  if (secret === null) return refuse('This address has no signing secret. Make one, or send no signature.')
  if (id === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    return refuse('Send webhook-id and webhook-timestamp (seconds) with the signature.')
  if (Math.abs(now / 1000 - Number(timestamp)) > skewSeconds)
    return refuse('The time of the signature is more than 5 minutes away from ours.')
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest()
  const given = signatures
    .split(' ', signaturesMax)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice('v1,'.length))
  if (!given.some((one) => isEqual(one, expected))) refuse("The signature doesn't match the body and the signing secret.")
}
