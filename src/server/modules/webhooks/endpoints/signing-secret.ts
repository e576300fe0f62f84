// The secret with which calls are signed, in the form of Standard Webhooks.
import { randomBytes } from 'node:crypto'
import { sealContext, type Sealer } from '#server/platform/secrets.ts'
import type { EndpointRef } from './queries.ts'

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const placeOf = ({ clientId, endpointId }: EndpointRef): string =>
  sealContext('public.webhook_endpoint', 'signing_secret_sealed', clientId, endpointId)

export const sealSecret = (sealer: Sealer, ref: EndpointRef, secret: string): string => sealer.seal(secret, placeOf(ref))

export const openSecret = (sealer: Sealer, ref: EndpointRef, sealed: string): string =>
  sealer.open(sealed, placeOf(ref)).toString()
