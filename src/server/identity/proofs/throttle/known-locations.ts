// Where people have signed in from. Wrong tries from there are counted apart from those of strangers: nobody is locked out at
// home by what others try elsewhere. A location is known by a made-up id that says neither the address nor who else is there.
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

/** Those of the people for whom the caller's location is a known one. */
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

/** Where an account turns out to be somebody else's than who made it. */
export const forgetLocations = async (tx: Tx, sub: string): Promise<void> => {
  await tx.deleteFrom('pool.known_location').where('sub', '=', sub).execute()
}

/** The network around a sign-up, alike for all with the same address from there. */
export const keepSignUpNetwork = async (call: Call, sub: string, email: string): Promise<void> => {
  if (call.address === undefined) return
  const location = madeUpId(call, `sign-ups of ${email} from ${wideNetworkOf(call.address)}`)
  await call.tx.insertInto('pool.known_location').values({ sub, location, last_at: call.now }).execute()
}

/** Those of the sign-ups with one address that come from the network with most of them, where that is more than one. */
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

/** After a sign-in that took every step. The locations used last stay, up to a number. */
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
