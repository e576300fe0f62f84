import { describe, expect, it } from 'vitest'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { answered } from './failure.ts'

const toldOf = (failure: ConnectorFailure) =>
  answered(async () => {
    throw failure
  }).catch((error: unknown) => error)

describe('what a vendor refuses to somebody who is waiting [SYNC-08]', () => {
  it('ends with what to do where no run tries it again', async () => {
    const odd = new ConnectorFailure('bad_answer', 'HubSpot answered in an unknown form.')
    expect(await toldOf(odd)).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'HubSpot answered in an unknown form. Try again later.',
    })
  })

  it.each([
    { says: 'when to come back', retryAfterMs: 2500, seconds: 3 },
    { says: 'nothing of it', retryAfterMs: undefined, seconds: 60 },
  ])('tells when to try again where the vendor says $says', async ({ retryAfterMs, seconds }) => {
    const away = new ConnectorFailure('unavailable', 'HubSpot does not answer.', { retryAfterMs })
    expect(await toldOf(away)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', details: { retryAfter: seconds } })
  })

  it('is otherwise said as the connector says it', async () => {
    const refused = new ConnectorFailure('refused', 'The token lacks a scope. Add it and connect again.')
    expect(await toldOf(refused)).toMatchObject({ code: 'PROVIDER_REFUSED', message: refused.message })
  })
})
