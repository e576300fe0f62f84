// A source that is known, and a request that carries an address or a key for it.
import type { Manifest } from '#server/connectors/kit/manifest.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { IntegrationRow } from '../model.ts'
import { vendorOf } from '../vendors/vendor-apps.ts'
import { connectByKey } from '../connect/by-key.ts'
import { knownFields } from '../connect/fields.ts'
import type { ConnectParts } from '../connect/parts.ts'

/** How the specification's calls carry the way to an account. */
interface GivenAccess {
  url?: string | null | undefined
  refresh_token?: string | null | undefined
  auth_token?: string | null | undefined
}

export const secretOf = ({ refresh_token: refresh, auth_token: auth }: GivenAccess): string => refresh || auth || ''

export const addressOf = ({ url }: GivenAccess): string => url ?? ''

export const isSecret = ({ kind }: Manifest['fields'][number]): boolean => kind === 'secret'

const plain = (address: string): string => address.toLowerCase().replace(/(?<!\/)\/+$/, '')

/** An address of a source that is known only repeats what is known. */
const checkAddress = (row: IntegrationRow, url: string): void => {
  if (url === '' || plain(url) === plain(row.url ?? '')) return
  if (row.hub_id !== null && url.includes(row.hub_id)) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.name}${row.url === null ? '' : ` at ${row.url}`}. Leave out the url, or connect the other account.`,
  })
}

/** A key that comes with the request takes the place of the one that is held, once the vendor has taken it. */
export const connectAgain = async (
  context: Context,
  parts: ConnectParts,
  row: IntegrationRow,
  request: GivenAccess,
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
