// Where users have signed in from. Wrong attempts from there are counted separately from those of strangers: no user is
// locked out at home by attempts elsewhere. A location is identified by a derived id that reveals neither the address
// nor who else is there.
import type { Tx } from '#server/platform/db/scope.ts'
import { networkOf, wideNetworkOf } from '#server/platform/network.ts'
import { sql } from 'kysely'
import { madeUpId } from '../../accounts/decoys.ts'
import { after, type Call } from '../../pool.ts'

const locationsMax = 20
const day = 86_400_000

/** Undefined for calls of the product itself. */
export const locationOf = (call: Call, sub: string): string | undefined =>
  call.address === undefined ? undefined : madeUpId(call, `place ${sub} ${networkOf(call.address)}`)

export const isKnownLocation = async ({ tx }: Call, sub: string, location: string): Promise<boolean> => {
  const query = tx.selectFrom('pool.known_location').select('location').where('sub', '=', sub).where('location', '=', location)
  return (await query.executeTakeFirst()) !== undefined
}

/** The subs for which the caller's location is known. */
export const selectKnownHere = async (call: Call, subs: readonly string[]): Promise<Set<string>> => {
  const locations = subs.map((sub) => locationOf(call, sub)).filter((location) => location !== undefined)
  if (locations.length === 0) return new Set()
  const query = call.tx
    .selectFrom('pool.known_location')
    .select('sub')
    .where('sub', 'in', subs)
    .where('location', 'in', locations)
  return new Set((await query.execute()).map(({ sub }) => sub))
}

export const selectLocations = async (tx: Tx, sub: string): Promise<string[]> => {
  const rows = await tx.selectFrom('pool.known_location').select('location').where('sub', '=', sub).execute()
  return rows.map(({ location }) => location)
}

/** If an account turns out to belong to someone else than its creator. */
export const forgetLocations = async (tx: Tx, sub: string): Promise<void> => {
  await tx.deleteFrom('pool.known_location').where('sub', '=', sub).execute()
}

/** The network of a sign-up, the same for all with the same address from there. */
export const keepSignUpNetwork = async (call: Call, sub: string, email: string): Promise<void> => {
  if (call.address === undefined) return
  const location = madeUpId(call, `sign-ups of ${email} from ${wideNetworkOf(call.address)}`)
  await call.tx.insertInto('pool.known_location').values({ sub, location, last_at: call.now }).execute()
}

/** The sign-ups with one address that come from the network with most of them, if that is more than one. */
export const selectCrowd = async (tx: Tx, subs: readonly string[]): Promise<Set<string>> => {
  const most = tx
    .selectFrom('pool.known_location')
    .select('location')
    .where('sub', 'in', subs)
    .groupBy('location')
    .having((row) => row.fn.countAll(), '>', 1)
    .orderBy((row) => row.fn.countAll(), 'desc')
    .orderBy('location')
    .limit(1)
  const query = tx.selectFrom('pool.known_location').select('sub').where('sub', 'in', subs).where('location', 'in', most)
  return new Set((await query.execute()).map(({ sub }) => sub))
}

/** After a complete sign-in. The last used locations stay, up to a limit. */
export const keepLocation = async (call: Call, sub: string): Promise<void> => {
  const location = locationOf(call, sub)
  if (location === undefined) return
  await sql`
    with kept as (
      insert into pool.known_location (sub, location, last_at) values (${sub}, ${location}, ${call.now})
      on conflict (sub, location) do update set last_at = excluded.last_at
      where pool.known_location.last_at < ${after(call.now, -day)}
    )
    delete from pool.known_location where sub = ${sub} and location in (
      select location from pool.known_location where sub = ${sub} and location <> ${location}
      order by last_at desc, location offset ${locationsMax - 1}
    )`.execute(call.tx)
}
