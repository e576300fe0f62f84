import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * This many minutes after an instant. A plain sum depends on the time zone of the session, and such an expression over
 * a column is refused in an update of a distributed table.
 */
export const minutesAfter = (instant: Sql, minutes: Sql): RawBuilder<Date> =>
  sql<Date>`timezone('UTC', timezone('UTC', ${instant}) + make_interval(mins => ${minutes}))`
