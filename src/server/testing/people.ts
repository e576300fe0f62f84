// People in positions that no form leads to yet.
import { sql } from 'kysely'
import { listClients } from '#contract/clients.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { eventually, type Person, type World } from './world.ts'

/** Changes the row of a person and tells every process, as a service does. */
export const changeUser = (
  { database }: Pick<World, 'database'>,
  { user }: Person,
  change: { role?: Person['user']['role']; status?: Person['user']['status'] },
): Promise<void> =>
  database.asSystem('test: change a person', async (tx) => {
    await tx.updateTable('app_user').set(change).where('client_id', '=', user.clientId).where('id', '=', user.id).execute()
    await announce(tx, user.cognitoId)
  })

const announce = async (tx: Tx, subject: string): Promise<void> => {
  await sql`select pg_notify('user_changed', ${subject})`.execute(tx)
}

export const changeClient = (
  { database }: Pick<World, 'database'>,
  { user }: Person,
  change: { owner_user_id?: string | null; is_internal?: boolean; status?: string },
): Promise<void> =>
  database.asSystem('test: change a client', async (tx) => {
    await tx.updateTable('client').set(change).where('client_id', '=', user.clientId).execute()
    await announce(tx, user.cognitoId)
  })

/** One of our own people. */
export const signUpStaff = async (world: World, company = 'Tributary'): Promise<Person> => {
  const person = await world.signUp({ company, name: 'Sol', lastname: 'Steward' })
  await changeClient(world, person, { is_internal: true })
  await changeUser(world, person, { role: 'super_admin' })
  await eventually(async () => ((await person.call(listClients)).status === 200 ? true : undefined))
  return person
}

/** Somebody who neither owns nor administers their account. */
export const signUpPlainUser = async (world: World, company: string): Promise<Person> => {
  const person = await world.signUp({ company, name: 'Uma', lastname: 'User' })
  await changeClient(world, person, { owner_user_id: null })
  await changeUser(world, person, { role: 'user' })
  return person
}
