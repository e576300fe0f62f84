import { slugOf } from '#server/connectors/kit/app.ts'
import { connectors } from '#server/connectors/registry.ts'
import { moveAddresses } from './sandbox-queries.ts'
import type { Vendors } from './vendors.ts'

/**
 * The sandbox may be on another port than yesterday, and some vendors tell where an account lives. In an installation that talks to the
 * sandbox there is nothing else that those addresses could lead to: they follow it, before anybody uses them.
 */
export const followSandbox = async (vendors: Vendors): Promise<void> => {
  const { database, sandboxUrl } = vendors
  const types = connectors.map(({ manifest }) => manifest.type).filter((type) => vendors.appOf(type)?.sandboxOrigin)
  if (sandboxUrl === null || types.length === 0) return
  const origin = new URL(sandboxUrl).origin
  await database.asSystem('integrations: where the sandboxes are today', (tx) =>
    moveAddresses(tx, { slugs: types.map(slugOf), origin }),
  )
}
