import { slugOf } from '#server/connectors/kit/app.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import { moveAddresses } from '../integrations/service.ts'
import { moveCursors } from './runs/retention-queries.ts'
import type { VendorApps } from '../integrations/vendors/model.ts'
import { moveWatermarks } from './engine/run/stream-queries.ts'

/** The beginning of any address of a vendor's sandbox, on any host and port. */
const anywhereBefore = (slugs: readonly string[]): string => String.raw`https?://[^/"\s]+(?=/(?:${slugs.join('|')})(?:[/"?#]|$))`

/**
 * The sandbox may have another port than at the last start, and some vendors return the address of an account, which we
 * store. In an installation that uses the sandbox these addresses can only mean the sandbox, so they are updated before
 * anything uses them.
 */
export const followSandbox = async (vendors: VendorApps): Promise<void> => {
  const { database, sandboxUrl } = vendors
  const types = allConnectors()
    .map(({ manifest }) => manifest.type)
    .filter((type) => vendors.appOf(type)?.sandboxOrigin)
  if (sandboxUrl === null || types.length === 0) return
  const replacing = { pattern: anywhereBefore(types.map(slugOf)), by: new URL(sandboxUrl).origin }
  await database.asSystem('syncs: where the sandboxes are today', async (tx) => {
    await moveAddresses(tx, replacing)
    await moveWatermarks(tx, replacing)
    await moveCursors(tx, replacing)
  })
}
