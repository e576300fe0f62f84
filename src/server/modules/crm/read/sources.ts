// Which data sources a caller sees contacts of, and why.
import type { Contact } from '#contract/crm/records.ts'
import { seesContacts } from '#contract/users/permissions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'
import { timeOf } from '#server/platform/ids.ts'
import { describeSources } from '../../connections/companies/service.ts'
import { listDataSources } from '../service.ts'

export interface SeenSources {
  /** Those whose contacts are listed. Undefined: all of the client's. */
  ids: readonly string[] | undefined
  /** Those of companies that the caller sees, also while nothing of them is listed. */
  connectionIds: ReadonlySet<string>
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
  }
}

/** What of these connections is listed; nothing, while only counts are shared. */
export const listedOf = ({ ids, connectionIds }: SeenSources, wanted: readonly string[]): string[] => {
  if (!wanted.every((id) => connectionIds.has(id))) throw new AppError('NOT_FOUND')
  return wanted.filter((id) => !ids || ids.includes(id))
}

type Why = NonNullable<Contact['shared']>

/** Explains of any of these connections why the agency sees a record. */
export const explainerOf = async (
  tx: Tx,
  clientId: string,
  connectionIds: readonly string[],
): Promise<(connectionId: string, recordId: string) => Why | null> => {
  const sources = connectionIds.length === 0 ? new Map() : await describeSources(tx, clientId, connectionIds)
  return (connectionId, recordId) => {
    const source = sources.get(connectionId)
    if (!source) return null
    const since = timeOf(recordId)
    const version = source.versions.find(({ from }: { from: Date }) => from <= since) ?? source.versions.at(-1)
    return {
      connection_id: source.id,
      company_id: source.companyId,
      company: source.company,
      version: version?.version ?? 1,
      since: since.toISOString(),
      type_of_data: source.typeOfData,
    }
  }
}
