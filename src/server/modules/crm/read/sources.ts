// Which data sources a caller sees contacts of, and why.
import type { Contact } from '#contract/crm/records.ts'
import { seesContacts } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { timeOf } from '#server/platform/ids.ts'
import type { SharedSource } from '../../connections/companies/model.ts'
import { describeSources } from '../../connections/companies/service.ts'
import { listClaimed, listNames } from '../../ghost-companies/companies/service.ts'
import { listDataSources } from '../service.ts'

export interface SeenSources {
  /** Those whose contacts are listed. Undefined: all of the client's. */
  ids: readonly string[] | undefined
  /** Those of companies that the caller sees, also while nothing of them is listed. */
  connectionIds: ReadonlySet<string>
  /** Those of the client itself, seen or not, without ghost companies. */
  ownIds: ReadonlySet<string>
  /** Where events arrive by webhook. */
  webhookIds: ReadonlySet<string>
  /** The ghost companies that the caller sees, each with its data sources. */
  ghosts: readonly Ghost[]
}

interface Ghost {
  id: string
  name: string
  sourceIds: readonly string[]
}

type Listed = Awaited<ReturnType<typeof listDataSources>>[number]

const isOwn = ({ kind, company_id: companyId }: Listed): boolean => kind !== 'connection' && companyId === null

const seesCompany = ({ companies }: Caller, companyId: string | null): boolean =>
  companies === 'all' || (companyId !== null && companies.includes(companyId))

/** Those that still exist: rows of a deleted one are not shown while they are being erased. */
const seenGhosts = async (tx: Tx, caller: Caller, all: readonly Listed[]): Promise<Ghost[]> => {
  const names = caller.accountType === 'AGENCY' ? await listNames(tx, caller.clientId) : new Map<string, string>()
  return [...names]
    .filter(([id]) => seesCompany(caller, id))
    .map(([id, name]) => ({ id, name, sourceIds: all.filter((source) => source.company_id === id).map((source) => source.id) }))
}

/**
 * A user who sees some companies only sees what these share, the rows of ghost companies among them, and nothing of the
 * agency's other sources.
 */
export const seenSources = async (tx: Tx, caller: Caller): Promise<SeenSources> => {
  const all = await listDataSources(tx, caller.clientId)
  const ghosts = await seenGhosts(tx, caller, all)
  const claimed = caller.accountType === 'AGENCY' ? await listClaimed(tx, caller.clientId) : new Set<string>()
  const ghostSources = new Set(ghosts.flatMap(({ sourceIds }) => sourceIds))
  const isSeen = (source: Listed): boolean => {
    if (isOwn(source)) return seesContacts(caller)
    if (source.kind === 'integration') return ghostSources.has(source.id)
    return !claimed.has(source.company_id ?? '') && seesCompany(caller, source.company_id)
  }
  const seen = all.filter((source) => isSeen(source))
  const listed = seen.filter(({ kind, is_readable: isReadable }) => kind !== 'connection' || isReadable)
  return {
    ids: listed.length === all.length ? undefined : listed.map(({ id }) => id),
    connectionIds: new Set(seen.filter(({ kind }) => kind === 'connection').map(({ id }) => id)),
    webhookIds: new Set(all.filter(({ kind }) => kind === 'webhook_endpoint').map(({ id }) => id)),
    ownIds: new Set(all.filter((source) => isOwn(source)).map(({ id }) => id)),
    ghosts,
  }
}

/** What of these connections and ghost companies is listed; nothing, while only counts are shared. */
export const listedOf = ({ ids, connectionIds, ghosts }: SeenSources, wanted: readonly string[]): string[] => {
  const sourcesOf = (id: string): readonly string[] => {
    if (connectionIds.has(id)) return [id]
    const ghost = ghosts.find((one) => one.id === id)
    if (!ghost) throw new AppError('NOT_FOUND')
    return ghost.sourceIds
  }
  return wanted.flatMap(sourcesOf).filter((id) => !ids || ids.includes(id))
}

/** The ghost company that a data source belongs to. */
export const ghostOf = ({ ghosts }: Pick<SeenSources, 'ghosts'>, dataSourceId: string): Contact['ghost_company'] => {
  const ghost = ghosts.find(({ sourceIds }) => sourceIds.includes(dataSourceId))
  return ghost ? { id: ghost.id, name: ghost.name } : null
}

type Why = NonNullable<Contact['shared']>

/** The agreements under which these contacts are shared, of those that are. */
export const sharedSourcesOf = async (
  tx: Tx,
  clientId: string,
  { connectionIds }: SeenSources,
  rows: readonly { data_source_id: string }[],
): Promise<Map<string, SharedSource>> => {
  const ids = [...new Set(rows.map((row) => row.data_source_id))].filter((id) => connectionIds.has(id))
  if (ids.length === 0) return new Map()
  const sources = await describeSources(tx, clientId, ids)
  if (sources.size < ids.length) throw new Error('A connection shares contacts without an agreement')
  return sources
}

/** Explains why the agency sees a record. */
export const explainerOf =
  (sources: ReadonlyMap<string, SharedSource>) =>
  (connectionId: string, recordId: string): Why | null => {
    const source = sources.get(connectionId)
    if (!source) return null
    const since = timeOf(recordId)
    const version = source.versions.find(({ from }) => from <= since) ?? source.versions.at(-1)
    return {
      connection_id: source.id,
      company_id: source.companyId,
      company: source.company,
      version: version?.version ?? 1,
      since: since.toISOString(),
      type_of_data: source.typeOfData,
      allow_export: source.allowsExport,
    }
  }
