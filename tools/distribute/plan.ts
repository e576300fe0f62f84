// In which order tables are distributed and brought back, and with which statements.

export interface ForeignKey {
  from: string
  to: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Accounts come first, because all others are placed beside them; then whatever is referred to before what refers to it. */
export const orderOf = (tables: readonly string[], foreignKeys: readonly ForeignKey[]): string[] => {
  const ordered = new Set<string>()
  const place = (table: string, below: readonly string[]): void => {
    if (ordered.has(table)) return
    if (below.includes(table)) throw new Error(`These tables refer to each other in a circle: ${[...below, table].join(', ')}`)
    for (const { from, to } of foreignKeys) if (from === table && tables.includes(to)) place(to, [...below, table])
    ordered.add(table)
  }
  for (const table of ['client', ...tables.toSorted()]) place(table, [])
  return [...ordered]
}

interface Wanted {
  tenants: readonly string[]
  registries: readonly string[]
  foreignKeys: readonly ForeignKey[]
  functions: readonly string[]
  /** What is distributed already. */
  done: ReadonlySet<string>
  shards: number
}

const tenantStatement = (table: string, shards: number): string =>
  table === 'client'
    ? `select create_distributed_table('client', 'client_id', colocate_with => 'none', shard_count => ${shards})`
    : `select create_distributed_table(${quoted(table)}, 'client_id', colocate_with => 'client')`

/** Nothing where everything is distributed already. */
export const planForth = ({ tenants, registries, foreignKeys, functions, done, shards }: Wanted): string[] => {
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

/** Tables that hang together by foreign keys come back in one call, the others each in one of its own. */
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
