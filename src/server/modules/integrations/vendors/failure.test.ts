import { describe, expect, it } from 'vitest'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { answered } from './failure.ts'

const toldOf = (failure: ConnectorFailure) =>
  answered(async () => {
    throw failure
  }).catch((error: unknown) => error)

describe("A vendor's refusal of a user's request [SYNC-08]", () => {
  it('ends with what the user can do, because no run retries it', async () => {
    const odd = new ConnectorFailure('bad_answer', 'HubSpot answered in an unknown form.')
    expect(await toldOf(odd)).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'HubSpot answered in an unknown form. Try again later.',
    })
  })

  it.each([
    { says: 'when to come back', retryAfterMs: 2500, seconds: 3 },
    { says: 'nothing of it', retryAfterMs: undefined, seconds: 60 },
  ])('tells when to try again if the vendor says $says', async ({ retryAfterMs, seconds }) => {
    const away = new ConnectorFailure('unavailable', 'HubSpot does not answer.', { retryAfterMs })
    expect(await toldOf(away)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', details: { retryAfter: seconds } })
  })

  it("otherwise has the connector's text", async () => {
    const refused = new ConnectorFailure('refused', 'The token lacks a scope. Add it and connect again.')
    expect(await toldOf(refused)).toMatchObject({ code: 'PROVIDER_REFUSED', message: refused.message })
  })
})
