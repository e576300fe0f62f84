import { sql, type RawBuilder } from 'kysely'

export interface Replacing {
  /** A regular expression of PostgreSQL. */
  pattern: string
  by: string
}

/** The value of a column of any type as text, with every match replaced. */
export const replacedIn = (column: string, { pattern, by }: Replacing): RawBuilder<string> =>
  sql<string>`regexp_replace(${sql.ref(column)}::text, ${pattern}, ${by}, 'g')`

/** Whether there is anything to replace. */
export const isToReplace = (column: string, replacing: Replacing): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)}::text is distinct from ${replacedIn(column, replacing)}`
