// Which data sources a caller sees contacts of, and why.
import type { Contact } from '#contract/crm/records.ts'
import { seesContacts } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { timeOf } from '#server/platform/ids.ts'
import type { SharedSource } from '../../connections/companies/model.ts'
import { describeSources } from '../../connections/companies/service.ts'
import { listDataSources } from '../service.ts'

export interface SeenSources {
  /** Those whose contacts are listed. Undefined: all of the client's. */
  ids: readonly string[] | undefined
  /** Those of companies that the caller sees, also while nothing of them is listed. */
  connectionIds: ReadonlySet<string>
  /** Those of the client itself, seen or not. */
  ownIds: ReadonlySet<string>
}

type Listed = Awaited<ReturnType<typeof listDataSources>>[number]

const isSeen = (caller: Caller, { kind, company_id: companyId }: Listed): boolean => {
  if (kind !== 'connection') return seesContacts(caller)
  return caller.companies === 'all' || (companyId !== null && caller.companies.includes(companyId))
}

/** A user who sees some companies only sees what these share, and nothing of the agency's own sources. */
export const seenSources = async (tx: Tx, caller: Caller): Promise<SeenSources> => {
  const all = await listDataSources(tx, caller.clientId)
  const seen = all.filter((source) => isSeen(caller, source))
  const listed = seen.filter(({ kind, is_readable: isReadable }) => kind !== 'connection' || isReadable)
  return {
    ids: listed.length === all.length ? undefined : listed.map(({ id }) => id),
    connectionIds: new Set(seen.filter(({ kind }) => kind === 'connection').map(({ id }) => id)),
    ownIds: new Set(all.filter(({ kind }) => kind !== 'connection').map(({ id }) => id)),
  }
}

/** What of these connections is listed; nothing, while only counts are shared. */
export const listedOf = ({ ids, connectionIds }: SeenSources, wanted: readonly string[]): string[] => {
  if (!wanted.every((id) => connectionIds.has(id))) throw new AppError('NOT_FOUND')
  return wanted.filter((id) => !ids || ids.includes(id))
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
