// An attempt to connect that failed: the user reads why, and staff see the technical reason.
import type { ErrorCode } from '#contract/kit/errors.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { vendorNameOf } from '#server/connectors/registry.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Log } from '#server/platform/log.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { selectIntegration } from '../queries.ts'
import { titleOf } from '../model.ts'
import { technicalOf } from '../vendors/model.ts'

interface Trying {
  type: ProviderType
  /** The source that is being reconnected. */
  integrationId: string | null
  log: Pick<Log, 'warn'>
}

/** Failures that come from the vendor are recorded. A missing field is only reported at the form. */
const recordedCodes = new Set<ErrorCode>(['CONNECTION_LOST', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE', 'OTHER_ACCOUNT'])

const causeOf = (error: AppError): ConnectorFailure | undefined => {
  const { cause } = error
  if (cause instanceof AppError) return causeOf(cause)
  return cause instanceof ConnectorFailure ? cause : undefined
}

/** The error names both accounts, which may be email addresses, so the event gets a general sentence. */
const sentenceOf = ({ code, message }: AppError): string =>
  code === 'OTHER_ACCOUNT' ? 'You chose a different account than before.' : message

const recordFailed = async (context: Context, { type, integrationId, log }: Trying, error: AppError): Promise<void> => {
  const failure = causeOf(error)
  const technical = technicalOf(failure)
  log.warn(
    { requestId: context.requestId, provider: type, kind: failure?.kind ?? error.code.toLowerCase(), technical },
    'a source could not be connected',
  )
  const { clientId, email } = context.caller
  await context.inClient(async (tx) => {
    const row = integrationId === null ? undefined : await selectIntegration(tx, { clientId, integrationId })
    await record(tx, acts['integration.connect_failed'], {
      clientId,
      by: { origin: 'user', actor: email },
      object: { name: row ? titleOf(row) : vendorNameOf(type) },
      error: sentenceOf(error),
      technical,
    })
  })
}

/** Returns the result of connecting. A failure that comes from the vendor is recorded first. */
export const recordFailure = async <T>(context: Context, trying: Trying, connecting: Promise<T>): Promise<T> => {
  try {
    return await connecting
  } catch (error) {
    if (error instanceof AppError && recordedCodes.has(error.code)) await recordFailed(context, trying, error)
    throw error
  }
}
