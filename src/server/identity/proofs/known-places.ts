// Where people have signed in from. Wrong tries from there are counted apart from those of strangers: nobody is locked out at
// home by what others try elsewhere. A place is known by a made-up id that says neither the address nor who else is there.
import type { Tx } from '#server/platform/db/scope.ts'
import { networkOf } from '#server/platform/network.ts'
import { sql } from 'kysely'
import { madeUpId } from '../made-up.ts'
import { after, type Call } from '../pool.ts'

const placesMax = 20
const day = 86_400_000

/** Undefined for calls of the product itself. */
export const placeOf = (call: Call, sub: string): string | undefined =>
  call.address === undefined ? undefined : madeUpId(call, `place ${sub} ${networkOf(call.address)}`)

export const isKnownPlace = async ({ tx }: Call, sub: string, place: string): Promise<boolean> => {
  const query = tx.selectFrom('pool.known_place').select('place').where('sub', '=', sub).where('place', '=', place)
  return (await query.executeTakeFirst()) !== undefined
}

export const selectPlaces = async (tx: Tx, sub: string): Promise<string[]> => {
  const rows = await tx.selectFrom('pool.known_place').select('place').where('sub', '=', sub).execute()
  return rows.map(({ place }) => place)
}

/** After a sign-in that took every step. The places used last stay, up to a number. */
export const keepPlace = async (call: Call, sub: string): Promise<void> => {
  const place = placeOf(call, sub)
  if (place === undefined) return
  await sql`
    with kept as (
      insert into pool.known_place (sub, place, last_at) values (${sub}, ${place}, ${call.now})
      on conflict (sub, place) do update set last_at = excluded.last_at
      where pool.known_place.last_at < ${after(call.now, -day)}
    )
    delete from pool.known_place where sub = ${sub} and place in (
      select place from pool.known_place where sub = ${sub} and place <> ${place}
      order by last_at desc, place offset ${placesMax - 1}
    )`.execute(call.tx)
}
