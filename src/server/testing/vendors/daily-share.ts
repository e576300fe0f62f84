import { sql } from 'kysely'
import type { World } from '../world.ts'

/** HubSpot allows 250,000 calls in a day, of which a tenth is ours if `VENDOR_DAILY_SHARE` is 10. */
export const dailyShare = 25_000

/** As if other calls had been made today. */
export const useUp = (world: World, account: string, used: number) =>
  world.database.asSystem('test: calls that others made', (tx) =>
    sql`insert into platform.vendor_budget (type, account, day, used)
      values ('hubspot', ${account}, (now() at time zone 'utc')::date, ${used})`.execute(tx),
  )
