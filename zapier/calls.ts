// The calls to Tributary.
import type { AuthData, Bundle, Z, ZapierResponse } from './platform.ts'

/** The client of the sign-in that is part of Tributary. */
export const clientId = 'tributaryweb00000000000001'

/** Leads and passwords must not be sent unencrypted. `localhost` is for tests. */
const checkedUrl = (z: Z, text: string | undefined, label: string): URL => {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : undefined
  if (url && (url.protocol === 'https:' || url.hostname === 'localhost')) return url
  throw new z.errors.Error(`${label}: enter an address that begins with https://.`, 'invalid_address', 400)
}

const siteOf = (z: Z, { site }: AuthData): string => checkedUrl(z, site, 'Tributary address').origin

export const callIdentity = async (z: Z, bundle: Bundle, operation: string, body: object): Promise<unknown> => {
  const { data } = await z.request({
    url: `${siteOf(z, bundle.authData)}/idp`,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: { ClientId: clientId, ...body },
  })
  return data
}

export interface Contact {
  id: string
  [field: string]: unknown
}

/** Newest first. */
export const listContacts = async (z: Z, { authData }: Bundle, size: number): Promise<Contact[]> => {
  if (!authData.access_token)
    throw new z.errors.Error('Reconnect Tributary and enter an email address and a password: only then can Zapier read leads.')
  const { data } = await z.request({
    url: `${siteOf(z, authData)}/contacts-api/crm/contacts/`,
    params: { size },
    headers: { authorization: `Bearer ${authData.access_token}` },
  })
  return (data as { items: Contact[] }).items
}

export interface EventReply {
  accepted: number
  duplicates: number
  rejected: { code: string; text: string }[]
  held?: true
}

export const postEvent = async (
  z: Z,
  { authData }: Bundle,
  event: object,
  params: Record<string, string> = {},
): Promise<EventReply> => {
  if (!authData.secret_address)
    throw new z.errors.Error('Reconnect Tributary and enter a webhook address: only then can Zapier send leads.')
  const { href } = checkedUrl(z, authData.secret_address, 'Webhook address')
  const { data } = await z.request({ url: href, method: 'POST', params, body: event })
  return data as EventReply
}

/** Zapier shows this message to the user. */
export const explainFailure = (response: ZapierResponse, z: Z): ZapierResponse => {
  if (response.status < 400) return response
  const { detail, message, code } = (response.data ?? {}) as { detail?: string; message?: string; code?: string }
  throw new z.errors.Error(detail ?? message ?? `Tributary replied with status ${response.status}.`, code, response.status)
}
