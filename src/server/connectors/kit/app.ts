import type { VendorApp } from './access.ts'
import type { Manifest } from './manifest.ts'

interface Installation {
  /** The operator's settings for vendors: `VENDOR_<TYPE>_<NAME>`, without `VENDOR_`. */
  vendors: Readonly<Record<string, string>>
  sandboxUrl: string | null
  /** The public address of the product. */
  publicUrl: string
}

const sandboxApp = { clientId: 'tributary-sandbox', clientSecret: 'sandbox-secret' }

/** The folder and the first part of the sandbox's paths: words joined by dashes. */
export const slugOf = (type: string): string => type.replaceAll('_', '-')

/** One of the vendor's named addresses. Fails if there is none. */
export const addressOf = ({ addresses }: VendorApp, name: string): string => {
  const address = addresses[name]
  if (address === undefined) throw new Error(`The manifest has no address ${name}`)
  return address
}

/** What the operator may set for a vendor, in the documented order. */
export const settingNames = ({ type, addresses, secrets = {}, auth }: Manifest): string[] => {
  const prefix = type.toUpperCase()
  const names = [
    ...(auth === 'oauth' ? ['CLIENT_ID', 'CLIENT_SECRET'] : []),
    ...Object.keys(secrets),
    ...Object.keys(addresses).map((name) => `${name.toUpperCase()}_URL`),
  ]
  return names.map((name) => `${prefix}_${name}`)
}

/** The application of this installation at the vendor. Null if there is none: then nothing can be connected. */
export const vendorAppOf = (manifest: Manifest, { vendors, sandboxUrl, publicUrl }: Installation): VendorApp | null => {
  const prefix = manifest.type.toUpperCase()
  const setting = (name: string): string | undefined => vendors[`${prefix}_${name}`]
  const redirectUri = `${publicUrl}/integrations/callback/${manifest.type}`
  const isSet = settingNames(manifest).some((name) => vendors[name] !== undefined)
  const names = Object.keys(manifest.addresses)
  if (!isSet && sandboxUrl !== null) {
    const base = `${sandboxUrl}/${slugOf(manifest.type)}`
    const addresses = Object.fromEntries(names.map((name) => [name, base])) as VendorApp['addresses']
    return { ...sandboxApp, addresses, secrets: manifest.secrets ?? {}, redirectUri, sandboxOrigin: new URL(sandboxUrl).origin }
  }
  const clientId = setting('CLIENT_ID') ?? ''
  const clientSecret = setting('CLIENT_SECRET') ?? ''
  if (manifest.auth === 'oauth' && (clientId === '' || clientSecret === '')) return null
  const addresses = Object.fromEntries(
    Object.entries(manifest.addresses).map(([name, usual]) => [name, setting(`${name.toUpperCase()}_URL`) ?? usual]),
  ) as VendorApp['addresses']
  const secrets = Object.fromEntries(Object.keys(manifest.secrets ?? {}).map((name) => [name, setting(name) ?? '']))
  return { clientId, clientSecret, addresses, secrets, redirectUri, sandboxOrigin: null }
}
