// Accounts at the vendors' sandboxes, through their admin API.
import type { ProviderType } from '#contract/integrations/providers.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import type { World } from '../world.ts'

/** The admin API of a vendor's sandbox. */
export const atVendor = async <T = Record<string, unknown>>(
  { sandboxUrl }: World,
  type: ProviderType,
  path: string,
  { method = 'POST', body = {} }: { method?: string; body?: unknown } = {},
): Promise<T> => {
  const response = await fetch(`${sandboxUrl}/__admin/${slugOf(type)}${path}`, {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T
  if (!response.ok) throw new Error(`The sandbox says ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

export interface VendorAccount {
  id: string
  name: string
  /** What a user enters to connect it. */
  connect: Record<string, string>
}

/** A new account at a vendor without rate limits. */
export const openAccount = async (
  world: World,
  type: ProviderType,
  { people = 0, deals = 0, ...account }: { name: string; currency?: string; people?: number; deals?: number },
): Promise<VendorAccount> => {
  await atVendor(world, type, '/limits', { method: 'PUT', body: { on: false } })
  const made = await atVendor<VendorAccount>(world, type, '/accounts', { body: account })
  if (people > 0) await atVendor(world, type, `/accounts/${made.id}/fill`, { body: { people, deals } })
  return made
}
