import type { ProviderType } from '#contract/providers.ts'
import { accountOf, selectAll, type IntegrationRow } from '../../integrations/service.ts'
import { vendorOf, type Vendors } from '../installed.ts'
import { openTokenLine } from '../line.ts'
import { readTokens } from './keys.ts'
import { isLoginNeeded } from './logins.ts'

const longest = 20_000

/** Our access ends at the vendor too, as far as it lets us. What fails there is over here all the same. */
export const revokeAccess = async (
  vendors: Vendors,
  row: IntegrationRow,
  tokens: Awaited<ReturnType<typeof readTokens>>,
  { isClosing }: { isClosing: boolean } = { isClosing: false },
): Promise<void> => {
  const type = row.type as ProviderType
  if (!tokens || vendors.appOf(type) === null) return
  const { auth } = vendorOf(vendors, type).connector
  if (auth.kind !== 'oauth' || !auth.revoke || (await isLoginNeeded(vendors, row, { isClosing }))) return
  const line = openTokenLine(vendors, type, row.client_id, AbortSignal.timeout(longest))
  await auth.revoke(line, tokens, accountOf(row)).catch(() => {})
}

/** Ends all that one tenant let us into. Whatever a vendor or a key does, nobody is kept from going on. */
export const revokeEverything = async (vendors: Vendors, clientId: string, signal: AbortSignal): Promise<void> => {
  const rows = await vendors.database.asSystem('integrations: what an account let us into', (tx) => selectAll(tx, clientId))
  for (const row of rows) {
    signal.throwIfAborted()
    const tokens = await readTokens(vendors, { clientId, integrationId: row.id }).catch(() => undefined)
    await revokeAccess(vendors, row, tokens, { isClosing: true })
  }
}
