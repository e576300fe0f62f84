import type { Connector } from '#server/connectors/kit/connector.ts'
import type { TokenSet } from '#server/connectors/kit/access.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { answered } from '../vendors/failure.ts'
import { recordFailure } from './failed.ts'
import { checkFields } from './fields.ts'
import { identifyAndSave } from './identify.ts'
import type { ConnectParts, ConnectInput } from './parts.ts'

const fieldOf = ({ manifest }: Connector, kind: 'secret' | 'url') => manifest.fields.find((field) => field.kind === kind)

const notFound = 404

/** There is no answer, or not the vendor's: the entered address is wrong. An outage has a status, and a throttle its own kind. */
const leadsNowhere = ({ cause }: AppError): boolean =>
  cause instanceof ConnectorFailure &&
  ((cause.kind === 'unavailable' && cause.status === undefined) || cause.kind === 'bad_answer' || cause.status === notFound)

/** A rejected key is reported at the key field, and a wrong address at the address field. */
const atItsField = (connector: Connector, error: unknown): unknown => {
  if (!(error instanceof AppError)) return error
  const secret = fieldOf(connector, 'secret')
  const { field } = error.details
  if (secret && error.code === 'CONNECTION_LOST')
    return new AppError('PROVIDER_REFUSED', { detail: error.message, field: field ?? `fields.${secret.name}`, cause: error })
  const address = fieldOf(connector, 'url')
  if (!address || field !== undefined || !leadsNowhere(error)) return error
  const detail = `We couldn't reach ${connector.manifest.name} at this address. Check the ${address.label} and try again.`
  return new AppError('PROVIDER_REFUSED', { detail, field: `fields.${address.name}`, cause: error })
}

const tryKey = async (context: Context, parts: ConnectParts, connection: ConnectInput) => {
  const { connector, app } = vendorOf(parts.vendors, connection.type)
  const { auth } = connector
  if (auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', {
      detail: `${connector.manifest.name} doesn't connect with a key. Sign in to it instead.`,
    })
  const fields = checkFields(connector, connection.fields)
  const { key, url } = await answered(() => auth.read(app, fields))
  const tokens: TokenSet = { accessToken: key, refreshToken: null, expiresAt: null, facts: {} }
  try {
    return await identifyAndSave(context, parts, { ...connection, fields, tokens, url })
  } catch (error) {
    throw atItsField(connector, error)
  }
}

/** Connects with a key that was copied from the vendor. The key is tried immediately and stored sealed. */
export const connectByKey = (context: Context, parts: ConnectParts, connection: ConnectInput) => {
  const { type, integrationId } = connection
  return recordFailure(context, { type, integrationId, log: parts.log }, tryKey(context, parts, connection))
}
