import type { KeyAuth, VendorApp } from '../kit/access.ts'
import { checkAddress } from '../kit/calls/addresses.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { manifest } from './manifest.ts'

/** Users copy the address of any page. Only the account's host counts. */
const accountUrlOf = ({ sandboxOrigin }: VendorApp, typed: string): string => {
  const url = checkAddress(typed, { hosts: manifest.hosts, sandboxOrigin, field: 'url' })
  if (sandboxOrigin === null) return url.origin
  return url.origin + url.pathname.replace(/\/(api|admin)(\/.*)?$/, '').replace(/(?<!\/)\/+$/, '')
}

export const accountNameOf = ({ sandboxOrigin }: VendorApp, url: string): string => {
  const { hostname, pathname } = new URL(url)
  return (sandboxOrigin === null ? hostname.split('.')[0] : pathname.split('/').at(-1)) ?? ''
}

export const auth: KeyAuth = {
  kind: 'key',
  read(app, fields) {
    const key = (fields['api_key'] ?? '').trim()
    if (!/^[\x21-\x7e]{8,500}$/.test(key))
      throw new ConnectorFailure('refused', 'Enter the API key from Settings, Developer.', { field: 'api_key' })
    return { key, url: accountUrlOf(app, fields['url'] ?? '') }
  },
}
