// Writes rows into the running product's database, for states that no screen can create.
import { join } from 'node:path'
import pg from 'pg'
import { findRunningCluster } from '../src/server/platform/postgres/cluster.ts'
import type { Product } from './product.ts'

const run = async (product: Product, user: string, sql: string, values: readonly unknown[]): Promise<void> => {
  const cluster = findRunningCluster(join(product.dataDir, 'postgres'))
  if (!cluster) throw new Error('The database of the product is not running')
  const client = new pg.Client({ host: cluster.socketDir, port: cluster.port, database: 'tributary', user })
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
  }
}

export const write = (product: Product, sql: string, values: readonly unknown[]): Promise<void> =>
  run(product, 'app_system', sql, values)

/** Runs as the owner of the tables, without access checks. */
export const tamper = (product: Product, sql: string, values: readonly unknown[]): Promise<void> =>
  run(product, 'app_owner', sql, values)

/** Adds a connected CRM to the user's account. */
export const connect = (product: Product, integration: { type: string; name: string; email: string }): Promise<void> =>
  write(
    product,
    `with source as (
       insert into data_source (client_id, kind) select client_id, 'integration' from registry.user_email where email_norm = $3
       returning client_id, id)
     insert into integration (client_id, id, type, name, status, account)
     select client_id, id, $1, $2, 'active', 'main' from source`,
    [integration.type, integration.name, integration.email],
  )
