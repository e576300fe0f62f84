// A database of its own for a test file on the Citus cluster of CITUS_URL, distributed like that of an operator.
import pg from 'pg'
import { pino } from 'pino'
import { parseDatabaseUrl } from '#server/platform/config/database-url.ts'
import { connectionOf, type DatabaseLocation } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startQueue } from '#server/platform/jobs/queue.ts'
import { distribute } from '#tools/distribute/distribute.ts'

/** Few, because every test file has its own database; more than one for each node, so that accounts are apart. */
const shards = 8

interface Node {
  host: string
  port: number
}

const urlFor = (url: string, database: string, node?: Node): string => {
  const address = parseDatabaseUrl(url)
  address.pathname = `/${database}`
  if (node) {
    address.hostname = node.host
    address.port = String(node.port)
  }
  return address.toString()
}

const on = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const databaseIn = (url: string): string => parseDatabaseUrl(url).pathname.slice(1)

/** The coordinator comes first. */
const nodesOf = (url: string): Promise<Node[]> =>
  on(url, async (client) => {
    const { rows } = await client.query<Node>(
      'select nodename::text as host, nodeport as port from pg_dist_node where isactive order by groupid <> 0, nodeid',
    )
    return rows
  })

/** The roles of a new node are those of all databases, so only one database at a time gets its nodes. */
const inTurn = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  on(url, async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended('nodes', 0))`)
    return work()
  })

const connectNodes = async (client: pg.Client, [coordinator, ...workers]: readonly Node[]): Promise<void> => {
  await client.query('select citus_set_coordinator_host($1, $2)', [coordinator?.host, coordinator?.port])
  for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
}

/** The user of the URL is a superuser, and the cluster knows its nodes in the database of the URL. */
export const createOnCitus = async (url: string, name: string): Promise<DatabaseLocation> => {
  const nodes = await nodesOf(url)
  for (const node of nodes) {
    await on(urlFor(url, databaseIn(url), node), (client) => client.query(`create database ${name}`))
    await on(urlFor(url, name, node), (client) => client.query('create extension citus'))
  }
  const location: DatabaseLocation = { kind: 'url', url: urlFor(url, name) }
  await inTurn(url, () => on(location.url, (client) => connectNodes(client, nodes)))
  await migrate(location)
  const queue = await startQueue({ location, log: pino({ level: 'silent' }), jobs: [], work: false, alone: false })
  await queue.stop()
  const owner = new pg.Client(connectionOf(location, 'owner'))
  await owner.connect()
  await distribute(owner, { shards, say: () => {} }).finally(() => owner.end())
  return location
}

export const dropOnCitus = async (url: string, name: string): Promise<void> => {
  for (const node of await nodesOf(url))
    await on(urlFor(url, databaseIn(url), node), (client) => client.query(`drop database if exists ${name} with (force)`))
}
