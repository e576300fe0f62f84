import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { IntegrationRow } from '../service.ts'
import { technicalOf } from './failure.ts'
import type { VendorApps } from './vendor-apps.ts'
import { openVendorSession, type SessionOptions } from './session.ts'

export interface Health {
  status: 'active' | 'error'
  /** Why, in words, where it is not active. */
  reason: string | null
  /** For whoever mends it. */
  technical?: string | null
}

/** Whether the vendor still lets us in, asked now for the cheapest thing it has. Trouble that passes is thrown: it says neither. */
export const askHealth = async (vendors: VendorApps, row: IntegrationRow, options: SessionOptions = {}): Promise<Health> => {
  const { connector, session } = openVendorSession(vendors, row, options)
  const tokens = { accessToken: '', refreshToken: null, expiresAt: null, facts: row.facts as Record<string, string> }
  try {
    await connector.identify(session, tokens)
    return { status: 'active', reason: null }
  } catch (error) {
    if (error instanceof ConnectorFailure && (error.kind === 'auth_lost' || error.kind === 'refused'))
      return { status: 'error', reason: error.message, technical: technicalOf(error) }
    throw error
  }
}
