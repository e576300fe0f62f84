// Compares a company that was synced among kills with one that was synced without kills from the same accounts.
import { sql } from 'kysely'
import type { ProviderType } from '#contract/integrations/providers.ts'
import type { Database } from '#server/platform/db/scope.ts'
import { rowsOf } from './rows.ts'

export interface Difference {
  about: 'rows' | 'counts' | 'ends'
  /** Vendor and table, or vendor and what its runs report. */
  where: string
  missing: number
  doubled: number
  wrong: number
  /** One row of each side, to find the cause. */
  example: { calm: string | undefined; killed: string | undefined }
}

export const inWords = ({ where, missing, doubled, wrong, example }: Difference): string =>
  `${where}: ${missing} missing, ${doubled} doubled, ${wrong} wrong\n  in peace ${example.calm}\n  killed   ${example.killed}`

const timesIn = (rows: readonly string[]): Map<string, number> => {
  const times = new Map<string, number>()
  for (const row of rows) times.set(row, (times.get(row) ?? 0) + 1)
  return times
}

/** Each as often as it is more frequent in `rows` than in `others`. */
const beyond = (rows: readonly string[], others: readonly string[]): string[] => {
  const known = timesIn(others)
  return [...timesIn(rows)].flatMap(([row, times]) =>
    Array.from({ length: Math.max(0, times - (known.get(row) ?? 0)) }, () => row),
  )
}

type Compared = Pick<Difference, 'about' | 'where'>

export const compareRows = (compared: Compared, calm: readonly string[], killed: readonly string[]): Difference | undefined => {
  const lacking = beyond(calm, killed)
  const extra = beyond(killed, calm)
  if (lacking.length + extra.length === 0) return undefined
  const known = new Set(calm)
  const doubled = extra.filter((row) => known.has(row)).length
  const wrong = extra.length - doubled
  const example = { calm: lacking[0], killed: extra[0] }
  return { ...compared, missing: Math.max(0, lacking.length - wrong), doubled, wrong, example }
}

interface RunRow {
  type: ProviderType
  kind: string
  status: string
  records: number
  created: number
  changed: number
  deleted: number
  merged: number
}

const selectRuns = async (database: Database, clientId: string): Promise<RunRow[]> => {
  const { rows } = await database.asSystem('test: what runs say', (tx) =>
    sql<RunRow>`select i.type, r.kind, r.status, r.records, r.created, r.changed, r.deleted, r.merged
      from sync_run r join integration i on i.client_id = r.client_id and i.id = r.integration_id
      where r.client_id = ${clientId} order by r.created_at, r.id`.execute(tx),
  )
  return rows
}

/** How often the end of a run was recorded for the account. */
const countEnds = async (database: Database, clientId: string): Promise<number> => {
  const { rows } = await database.asSystem('test: how often runs ended', (tx) =>
    sql<{ ends: number }>`select count(*) as ends from event where client_id = ${clientId}
      and event in ('sync_done', 'sync_done_with_rejects', 'sync_held', 'sync_failed', 'sync_canceled')`.execute(tx),
  )
  return rows[0]?.ends ?? 0
}

type Counter = 'created' | 'changed' | 'deleted' | 'merged'

/**
 * The runs of a source in their order, what they wrote in total, and what the last one read. A record that changes
 * between two calls for it is read half changed, and changed once more by the next run.
 */
const storyOf = (all: readonly RunRow[], type: ProviderType, { isQuiet, wasQuiet }: Quiet): string[] => {
  const runs = all.filter((run) => run.type === type)
  const counters: Counter[] = ['created', 'deleted', 'merged', ...(wasQuiet ? (['changed'] as const) : [])]
  const written = counters.map((of) => `${of} ${runs.reduce((total, run) => total + run[of], 0)}`)
  const order = runs.map(({ kind, status }, index) => `${index} ${kind} ${status}`)
  return [...order, written.join(', '), ...(isQuiet ? [`read by the last run: ${runs.at(-1)?.records}`] : [])]
}

interface Company {
  clientId: string
  types: readonly ProviderType[]
}

interface Quiet {
  /** Nothing changed while they were read this time: both have read as many records. */
  isQuiet: boolean
  /** Nor at any time before: both have read every state of every record. */
  wasQuiet: boolean
}

export interface Comparison extends Quiet {
  killed: Company
}

export const compareCompanies = async (
  database: Database,
  calm: Company,
  { killed, ...quiet }: Comparison,
): Promise<Difference[]> => {
  const deliveries = quiet.wasQuiet ? 'all' : 'whether'
  const theirs = await rowsOf(database, { clientId: calm.clientId, deliveries })
  const ours = await rowsOf(database, { clientId: killed.clientId, deliveries })
  const [calmRuns, killedRuns] = [await selectRuns(database, calm.clientId), await selectRuns(database, killed.clientId)]
  const wheres = new Set(
    [...theirs.keys(), ...ours.keys()].filter((where) => killed.types.some((type) => where.startsWith(`${type} `))),
  )
  const ends = [String(await countEnds(database, killed.clientId))]
  const rows = [...wheres].map((where) => compareRows({ about: 'rows', where }, theirs.get(where) ?? [], ours.get(where) ?? []))
  const counts = killed.types.map((type) =>
    compareRows({ about: 'counts', where: `${type} runs` }, storyOf(calmRuns, type, quiet), storyOf(killedRuns, type, quiet)),
  )
  const endDifferences = compareRows({ about: 'ends', where: 'ends of runs' }, [String(killedRuns.length)], ends)
  return [...rows, ...counts, endDifferences].filter((one) => one !== undefined)
}
