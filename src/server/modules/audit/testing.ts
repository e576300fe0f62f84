// Entries in the log of an account, for the tests of this folder.
import pg from 'pg'
import { appendActs, systemActor, type Actor, type AuditedAct } from '#server/platform/audit/act.ts'
import { connectionOf } from '#server/platform/db/connection.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestUser, World } from '#server/testing/world.ts'

export const actorFor = ({ user }: TestUser): Actor =>
  user.isStaff ? { kind: 'staff', id: user.id, homeId: user.clientId, requestId: newId() } : { kind: 'user', id: user.id }

interface Doing extends Partial<AuditedAct> {
  by?: Actor
}

export const doTo = ({ database }: World, { user }: TestUser, { by = systemActor, ...act }: Doing = {}): Promise<void> =>
  database.asSystem('test: act', (tx) =>
    appendActs(tx, by, [{ action: 'test.done', clientId: user.clientId, object: { type: 'thing', id: 't1' }, ...act }]),
  )

/** Runs as the owner of the tables, whom no permission stops. */
export const tamper = async ({ location }: World, text: string, values: unknown[]): Promise<pg.QueryResultRow[]> => {
  const owner = new pg.Client(connectionOf(location, 'owner'))
  await owner.connect()
  const { rows } = await owner.query<pg.QueryResultRow>(text, values).finally(() => owner.end())
  return rows
}
