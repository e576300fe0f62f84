// A request that brings an address or a key for a known source.
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { IntegrationRow } from '../model.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { connectByKey } from '../connect/by-key.ts'
import { knownFields } from '../connect/fields.ts'
import type { ConnectParts } from '../connect/parts.ts'

/** How the specification's calls name an account. */
interface AccessInput {
  url?: string | null | undefined
  refresh_token?: string | null | undefined
  auth_token?: string | null | undefined
}

export const secretOf = ({ refresh_token: refresh, auth_token: auth }: AccessInput): string => refresh || auth || ''

export const addressOf = ({ url }: AccessInput): string => url ?? ''

export const isSecret = ({ kind }: Manifest['fields'][number]): boolean => kind === 'secret'

const plain = (address: string): string => address.toLowerCase().replace(/(?<!\/)\/+$/, '')

/** The address of a known source can only be repeated, not changed. */
const checkAddress = (row: IntegrationRow, url: string): void => {
  if (url === '' || plain(url) === plain(row.url ?? '')) return
  if (row.hub_id !== null && url.includes(row.hub_id)) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.name}${row.url === null ? '' : ` at ${row.url}`}. Leave out the url, or connect the other account.`,
  })
}

/** A key in the request replaces the stored one, once the vendor has accepted it. */
export const connectAgain = async (
  context: Context,
  parts: ConnectParts,
  row: IntegrationRow,
  request: AccessInput,
): Promise<void> => {
  const url = addressOf(request)
  const key = secretOf(request)
  if (key === '') return checkAddress(row, url)
  const { connector } = vendorOf(parts.vendors, row.type)
  const { name, fields } = connector.manifest
  const secret = fields.find(isSecret)
  if (connector.auth.kind !== 'key' || !secret)
    throw new AppError('ACTION_NOT_ALLOWED', { detail: `${name} doesn't connect with a key. Reconnect it in the product.` })
  const hasAddress = fields.some(({ kind }) => kind === 'url')
  if (!hasAddress) checkAddress(row, url)
  await connectByKey(context, parts, {
    type: row.type,
    fields: { ...knownFields(connector, row), ...(hasAddress && url !== '' ? { url } : {}), [secret.name]: key },
    integrationId: row.id,
    isRead: false,
  })
}
