// The order and the statements for distributing tables and bringing them back.

export interface ForeignKey {
  from: string
  to: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Accounts come first, because all other tables are colocated with them; then referenced tables before those that reference them. */
export const orderOf = (tables: readonly string[], foreignKeys: readonly ForeignKey[]): string[] => {
  const ordered = new Set<string>()
  const add = (table: string, below: readonly string[]): void => {
    if (ordered.has(table)) return
    if (below.includes(table)) throw new Error(`These tables refer to each other in a circle: ${[...below, table].join(', ')}`)
    for (const { from, to } of foreignKeys) if (from === table && tables.includes(to)) add(to, [...below, table])
    ordered.add(table)
  }
  for (const table of ['client', ...tables.toSorted()]) add(table, [])
  return [...ordered]
}

interface PlanInput {
  tenants: readonly string[]
  registries: readonly string[]
  foreignKeys: readonly ForeignKey[]
  functions: readonly string[]
  /** Tables that are already distributed. */
  done: ReadonlySet<string>
  shards: number
}

const tenantStatement = (table: string, shards: number): string =>
  table === 'client'
    ? `select create_distributed_table('client', 'client_id', colocate_with => 'none', shard_count => ${shards})`
    : `select create_distributed_table(${quoted(table)}, 'client_id', colocate_with => 'client')`

/** Empty if everything is already distributed. */
export const planForth = ({ tenants, registries, foreignKeys, functions, done, shards }: PlanInput): string[] => {
  const isNew = (table: string): boolean => !done.has(table)
  const statements = [
    ...registries.filter(isNew).map((table) => `select create_reference_table(${quoted(table)})`),
    ...orderOf(tenants, foreignKeys)
      .filter(isNew)
      .map((table) => tenantStatement(table, shards)),
  ]
  if (statements.length === 0) return []
  return [...statements, ...functions.map((name) => `select create_distributed_function(${quoted(name)})`)]
}

/** Tables that are connected by foreign keys are brought back in one call, the others in a call each. */
export const planBack = (tables: readonly string[], foreignKeys: readonly ForeignKey[]): string[] => {
  const left = new Set(tables)
  const take = (table: string): number => {
    if (!left.delete(table)) return 0
    const around = foreignKeys.flatMap(({ from, to }) => (from === table ? [to] : to === table ? [from] : []))
    return around.reduce((size, other) => size + take(other), 1)
  }
  return tables.flatMap((table) => {
    const size = take(table)
    if (size === 0) return []
    return [`select undistribute_table(${quoted(table)}${size > 1 ? ', cascade_via_foreign_keys => true' : ''})`]
  })
}
