import type { ProviderType } from '#contract/integrations/providers.ts'
import { settingNames, vendorAppOf } from '#server/connectors/kit/app.ts'
import type { Connector } from '#server/connectors/kit/connector.ts'
import type { VendorApp } from '#server/connectors/kit/access.ts'
import { allConnectors, connectorOf } from '#server/connectors/registry.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { createOutbound } from '#server/platform/outbound/send.ts'
import type { Sealer } from '#server/platform/secrets.ts'
import type { VendorApps } from './model.ts'
import { createAccountTokens } from './tokens/account-tokens.ts'

export interface VendorSettings {
  database: Database
  sealer: Sealer
  /** The operator's settings `VENDOR_<TYPE>_<NAME>`, without `VENDOR_`. */
  vendors: Readonly<Record<string, string>>
  sandboxUrl: string | null
  publicUrl: string
  /** Whether we respect the vendors' rate limits. */
  keepsLimits: boolean
  /** Our share of a vendor's daily limit, in percent. Absent: all of it. */
  dailyShare?: number
}

const refuseUnknown = (vendors: Readonly<Record<string, string>>): void => {
  const known = new Set(allConnectors().flatMap(({ manifest }) => settingNames(manifest)))
  const unknown = Object.keys(vendors).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new BadSetting(`VENDOR_${unknown} is not known: see docs/connectors for what each vendor takes.`)
}

export const createVendorApps = (settings: VendorSettings): VendorApps => {
  const { database, sealer, sandboxUrl, publicUrl, keepsLimits, dailyShare } = settings
  refuseUnknown(settings.vendors)
  const apps = new Map(allConnectors().map(({ manifest }) => [manifest.type, vendorAppOf(manifest, settings)]))
  const outbound = createOutbound({ trusted: sandboxUrl === null ? [] : [sandboxUrl] })
  const controller = new AbortController()
  return {
    database,
    sealer,
    outbound,
    stopping: controller.signal,
    stop: () => controller.abort(),
    keepsLimits,
    dailyShare,
    publicUrl,
    sandboxUrl,
    appOf: (type) => apps.get(type) ?? null,
    accountTokens: createAccountTokens(),
    close: () => outbound.close(),
  }
}

/** Connector and application of a type. Fails with a text for users if there is none. */
export const vendorOf = (vendors: VendorApps, type: ProviderType): { connector: Connector; app: VendorApp } => {
  const connector = connectorOf(type)
  if (!connector) throw new AppError('VALIDATION_FAILED', { detail: "We don't know this vendor.", field: 'type' })
  const app = vendors.appOf(type)
  if (!app) throw new AppError('PROVIDER_NOT_SET_UP')
  return { connector, app }
}
