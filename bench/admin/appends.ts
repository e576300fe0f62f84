// Writing to the audit log: eight concurrent writers, each act in its own transaction with the change that it records.
import { appendActs } from '#server/platform/audit/act.ts'
import type { Database } from '#server/platform/db/scope.ts'

const writers = 8

const write = (database: Database, clientId: string): Promise<void> =>
  database.asSystem('bench: an act', async (tx) => {
    const version = Math.floor(Math.random() * 1_000_000) + 1
    await tx.updateTable('client').set({ version }).where('client_id', '=', clientId).execute()
    await appendActs(tx, { kind: 'user', id: clientId }, [
      { action: 'client.updated', clientId, object: { type: 'client', id: clientId }, after: { version } },
    ])
  })

const plainWrite = (database: Database, clientId: string): Promise<void> =>
  database.asSystem('bench: the same without the log', async (tx) => {
    const version = Math.floor(Math.random() * 1_000_000) + 1
    await tx.updateTable('client').set({ version }).where('client_id', '=', clientId).execute()
  })

const rateOf = async (perWriter: number, act: (writer: number) => Promise<void>): Promise<number> => {
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let done = 0; done < perWriter; done += 1) await act(writer)
    }),
  )
  return (writers * perWriter * 1000) / (performance.now() - begun)
}

/** Acts per second: all writers in one account, each in its own account, and the latter without the log. */
export const measureAppends = async (database: Database, clientIds: readonly string[], perWriter: number) => {
  const of = (writer: number): string => clientIds[writer] ?? ''
  await rateOf(20, (writer) => write(database, of(writer)))
  return {
    oneAccount: await rateOf(perWriter, () => write(database, of(0))),
    ownAccounts: await rateOf(perWriter, (writer) => write(database, of(writer))),
    withoutLog: await rateOf(perWriter, (writer) => plainWrite(database, of(writer))),
  }
}
