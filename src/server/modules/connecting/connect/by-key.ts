import type { Connector, TokenSet } from '#server/connectors/kit/connector.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { answered, vendorOf } from '../../vendors/service.ts'
import { toldIfItFails } from './failed.ts'
import { checkFields } from './fields.ts'
import { identifyAndSave } from './identify.ts'
import type { ConnectParts, NewConnection } from './parts.ts'

/** Somebody who entered a key that the vendor does not take is told so at the key. */
const atTheKey = ({ manifest }: Connector, error: unknown): unknown => {
  const secret = manifest.fields.find(({ kind }) => kind === 'secret')
  if (!secret || !(error instanceof AppError) || error.code !== 'CONNECTION_LOST') return error
  return new AppError('PROVIDER_REFUSED', { detail: error.message, field: `fields.${secret.name}`, cause: error })
}

const tryKey = async (context: Context, parts: ConnectParts, connection: NewConnection) => {
  const { connector, app } = vendorOf(parts.vendors, connection.type)
  const { auth } = connector
  if (auth.kind !== 'key')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${connector.manifest.name} is connected at the vendor.` })
  const fields = checkFields(connector, connection.fields)
  const { key, url } = await answered(() => auth.read(app, fields))
  const tokens: TokenSet = { accessToken: key, refreshToken: null, expiresAt: null, facts: {} }
  try {
    return await identifyAndSave(context, parts, { ...connection, fields, tokens, url })
  } catch (error) {
    throw atTheKey(connector, error)
  }
}

/** A key that was copied from the vendor: tried at once, kept sealed. */
export const connectByKey = (context: Context, parts: ConnectParts, connection: NewConnection) => {
  const { type, integrationId } = connection
  return toldIfItFails(context, { type, integrationId, log: parts.log }, tryKey(context, parts, connection))
}
