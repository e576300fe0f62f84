// Answers queries from the store.
import type { SandboxAccount, Store } from '../kit/store.ts'
import { findObject, sqlOf } from './compile.ts'
import { renderer, type KeepRest } from './render.ts'
import { parseSoql, type Soql } from './soql.ts'

export const createQueries = (store: Store, keepRest: KeepRest) => {
  const rendererOf = (account: SandboxAccount, soql: Soql) =>
    renderer({ store, account, object: findObject(account, soql.from), keepRest }, soql.select ?? [])
  return {
    /** The result, as the numbers of the rows in their order. */
    run(account: SandboxAccount, text: string, withDeleted: boolean): { soql: Soql; rows: number[] } {
      const soql = parseSoql(text)
      // Errors of the query show before it is answered.
      rendererOf(account, soql)
      const { text: sql, values } = sqlOf(account, findObject(account, soql.from), soql, withDeleted)
      return { soql, rows: store.all(`select seq ${sql}`, ...values).map((row) => Number(row['seq'])) }
    },
    page(account: SandboxAccount, soql: Soql, rows: readonly number[]): Record<string, unknown>[] {
      const render = rendererOf(account, soql)
      return rows.flatMap((seq) => {
        const row = store.one('select * from record where seq = ?', seq)
        return row ? [render(row)] : []
      })
    },
  }
}
