import type { RawBuilder } from 'kysely'
import type { Tx } from '../scope.ts'

/** Null: there is nothing to do. */
export type Statement = RawBuilder<unknown> | null

/** One statement after the other, each built while the database is busy with the one before. */
export const runInTurn = async (tx: Tx, makers: readonly (() => Statement)[]): Promise<void> => {
  let running: Promise<unknown> | undefined
  for (const make of makers) {
    const statement = make()
    await running
    running = statement?.execute(tx)
  }
  await running
}
