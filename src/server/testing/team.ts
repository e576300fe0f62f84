// Several users in one account, for tests that are not about how they joined.
import { sql } from 'kysely'
import { listStages } from '#contract/stages.ts'
import { eventually, type TestUser, type World } from './world.ts'

interface Colleague {
  name: string
  lastname?: string
  role?: TestUser['user']['role']
}

/** A user who left their own account for that of `host`. */
export const teammateOf = async (world: World, host: TestUser, { name, lastname = 'Colleague', role = 'user' }: Colleague) => {
  const user = await world.signUp({ company: `${name} before ${host.user.id}`, name, lastname })
  const { id, clientId: former, cognitoId: subject } = user.user
  const { clientId } = host.user
  await world.database.asSystem('test: move a person', async (tx) => {
    const row = await tx
      .deleteFrom('app_user')
      .where('client_id', '=', former)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Error('Nobody to move')
    await tx
      .insertInto('app_user')
      .values({ ...row, client_id: clientId, role })
      .execute()
    for (const registry of ['registry.user_email', 'registry.user_subject'] as const)
      await tx.updateTable(registry).set({ client_id: clientId }).where('user_id', '=', id).execute()
    await sql`select pg_notify('user_changed', ${subject})`.execute(tx)
  })
  await eventually(async () => {
    const { body } = await user.call(listStages, {}, { 'x-tenant': `${clientId}.localhost` })
    return 'items' in body ? true : undefined
  })
  return { ...user, user: { ...user.user, clientId } }
}
