// The same lists written by hand: a bare route, a plain connection, the statements and nothing around them.
import { fastify } from 'fastify'
import pg from 'pg'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'

const clientColumns = `c.*, u.name as owner_name, u.lastname as owner_lastname, u.email as owner_email,
  (select count(*) from app_user a where a.client_id = c.client_id and a.status <> 'DELETED') as users`
const clients = `select ${clientColumns} from client c left join app_user u on u.client_id = c.client_id and u.id = c.owner_user_id`
const users = `select u.*, c.name as client_name, c.owner_user_id from app_user u join client c on c.client_id = u.client_id`

// The same searches: a part of the account's name, or the complete email or name of a user.
const clientsFound = `select client_id from client where lower(name) like $1
  union select c.client_id from client c join registry.user_email e on e.client_id = c.client_id and e.user_id = c.owner_user_id
    where e.email_norm = lower($2)
  union select c.client_id from client c join app_user u on u.client_id = c.client_id and u.id = c.owner_user_id
    where lower(u.name || ' ' || u.lastname) = lower($2)`
const usersFound = `select client_id, id from app_user where lower(name || ' ' || lastname) = lower($2)
  union select client_id, user_id from registry.user_email where email_norm = lower($2)
  union select u.client_id, u.id from app_user u join client c on c.client_id = u.client_id where lower(c.name) like $1`

type Statement = (query: { search?: string; offset: number }) => [text: string, values: unknown[]]

const lists: Record<string, { page: Statement; count: Statement }> = {
  clients: {
    page: ({ offset }) => [`${clients} order by c.created_at desc, c.client_id desc limit 5 offset $1`, [offset]],
    count: () => ['select count(*) from client', []],
  },
  'clients-search': {
    page: ({ search, offset }) => [
      `${clients} where c.client_id in (${clientsFound}) order by c.created_at desc, c.client_id desc limit 5 offset $3`,
      [`%${search}%`, search, offset],
    ],
    count: ({ search }) => [`select count(*) from (${clientsFound}) as found`, [`%${search}%`, search]],
  },
  users: {
    page: ({ offset }) => [`${users} order by u.created_at desc, u.id desc limit 5 offset $1`, [offset]],
    count: () => ['select count(*) from app_user', []],
  },
  'users-search': {
    page: ({ search, offset }) => [
      `${users} where (u.client_id, u.id) in (${usersFound}) order by u.created_at desc, u.id desc limit 5 offset $3`,
      [`%${search}%`, search, offset],
    ],
    count: ({ search }) => [`select count(*) from (${usersFound}) as found`, [`%${search}%`, search]],
  },
}

export const startByHand = async (location: DatabaseLocation): Promise<{ url: string; close: () => Promise<void> }> => {
  const pool = new pg.Pool({ ...connectionOf(location, 'owner'), max: 4 })
  const app = fastify()
  app.get<{ Params: { list: string }; Querystring: { search?: string; offset: string } }>('/:list', async ({ params, query }) => {
    const list = lists[params.list]
    if (!list) throw new Error(`There is no list ${params.list}`)
    const search = { ...query, offset: Number(query.offset) }
    const { rows } = await pool.query(...list.page(search))
    const { rows: counted } = await pool.query(...list.count(search))
    return { items: rows, total: (counted[0] as { count: number }).count }
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await pool.end()
  }
  return { url, close }
}
