// Accounts at the vendors' sandboxes, and people who connect them.
import { finishConnection, startConnection, type Integration } from '#contract/integrations.ts'
import type { ProviderType } from '#contract/providers.ts'
import { listRuns, openRunStatuses, type Run } from '#contract/runs.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { sayYes } from '#server/connectors/testing/bench.ts'
import { eventually, type Person, type World } from './world.ts'

/** The side door of a vendor's sandbox. */
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
  /** What a person enters to connect it. */
  connect: Record<string, string>
}

/** A new account at a vendor that does not count our requests. */
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

/** Goes to the vendor and says yes there. Answers with what the browser comes back with. */
export const consent = async (
  person: Person,
  type: ProviderType,
  account: VendorAccount,
  again?: string,
): Promise<{ state: string; code: string }> => {
  const body = { fields: account.connect, ...(again === undefined ? {} : { integration_id: again }) }
  const started = await person.call(startConnection, { params: { type }, body })
  if (started.status !== 200) throw new Error(`Not sent to the vendor: ${JSON.stringify(started.error)}`)
  const back = await sayYes(started.body.oauth_url ?? '', account.id)
  return { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
}

export const connect = async (person: Person, type: ProviderType, account: VendorAccount): Promise<Integration> => {
  const done = await person.call(finishConnection, { params: { type }, body: await consent(person, type, account) })
  if (done.status !== 200) throw new Error(`Not connected: ${JSON.stringify(done.error)}`)
  return done.body.integration
}

/** The newest run of a source, once nothing is left for it to do. */
export const settled = (person: Person, integrationId: string): Promise<Run> =>
  eventually(async () => {
    const { body } = await person.call(listRuns, { params: { integration_id: integrationId }, query: {} })
    const [newest] = body.items
    return newest && !(openRunStatuses as readonly string[]).includes(newest.status) ? newest : undefined
  })
