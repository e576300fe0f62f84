import { sql, type RawBuilder } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * So many minutes after an instant. A plain sum of the two goes by the time zone of the session,
 * and what does that over a column is refused in an update where tables are distributed.
 */
export const minutesAfter = (instant: Sql, minutes: Sql): RawBuilder<Date> =>
  sql<Date>`timezone('UTC', timezone('UTC', ${instant}) + make_interval(mins => ${minutes}))`
