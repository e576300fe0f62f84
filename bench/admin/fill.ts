// An installation of the size that staff have to search.
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'

export interface Size {
  clients: number
  usersPerClient: number
}

// Names that repeat as real names do, so that a search finds more than one.
const words = ['Harbor', 'Cedar', 'Summit', 'Bright', 'North', 'River', 'Stone', 'Maple', 'Forge', 'Lumen', 'Quill', 'Atlas']
const trades = ['Dental', 'Roofing', 'Solar', 'Movers', 'Law', 'Home Care', 'Fitness', 'Media', 'Growth', 'Studio']
const firstNames = [
  'Ana',
  'Ben',
  'Cho',
  'Dee',
  'Eli',
  'Fay',
  'Gil',
  'Hal',
  'Ida',
  'Jon',
  'Kim',
  'Leo',
  'Mia',
  'Noa',
  'Ola',
  'Pia',
]

const statements = [
  `create temp table made as
     select n, uuidv7() as client_id, uuidv7() as owner_id,
       ($2::text[])[1 + n % cardinality($2::text[])] || ' ' || ($3::text[])[1 + n / 7 % cardinality($3::text[])] || ' ' || n as name
     from generate_series(1, $1::int) as n`,
  `insert into client (client_id, name, type, status, owner_user_id, created_at)
     select client_id, name, case n % 4 when 0 then 'AGENCY' else 'COMPANY' end,
       case n % 50 when 0 then 'suspended' else 'active' end, owner_id, now() - n * interval '1 minute'
     from made`,
  `insert into registry.client_name (name_key, client_id) select lower(name), client_id from made`,
  `create temp table people as
     select made.client_id, case number when 1 then made.owner_id else uuidv7() end as id, made.n, number,
       'person' || made.n || '.' || number || '@example.com' as email
     from made, generate_series(1, $1::int) as number`,
  `insert into app_user (client_id, id, email, email_norm, name, lastname, role, status, created_at)
     select client_id, id, email, email, ($1::text[])[1 + (n + number) % cardinality($1::text[])], 'Lastname' || n % 5000,
       case number when 1 then 'admin' else 'user' end, case number when 9 then 'INVITED' else 'ACTIVE' end,
       now() - (n * 10 + number) * interval '6 seconds'
     from people`,
  `insert into registry.user_email (email_norm, client_id, user_id) select email, client_id, id from people`,
]

export const fill = async (location: DatabaseLocation, { clients, usersPerClient }: Size): Promise<void> => {
  const client = new pg.Client(connectionOf(location, 'owner'))
  await client.connect()
  const values: unknown[][] = [[clients, words, trades], [], [], [usersPerClient], [firstNames], []]
  for (const [index, statement] of statements.entries()) await client.query(statement, values[index])
  await client.query('vacuum analyze')
  await client.end()
}
