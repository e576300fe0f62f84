import { sql } from 'kysely'
import type { World } from '../world.ts'

/** How many vendor logins an account has tokens of. */
export const countGrants = (world: World, clientId: string): Promise<number> =>
  world.database.asSystem('test: how many grants', async (tx) => {
    const counted = sql<{ n: number }>`select count(*) as n from integration_secret where client_id = ${clientId}`
    return (await counted.execute(tx)).rows[0]?.n ?? 0
  })
