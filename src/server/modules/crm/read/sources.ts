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
  /** Undefined: all of the client's. */
  ids: readonly string[] | undefined
  /** Those that companies share. */
  connectionIds: ReadonlySet<string>
}

type Listed = Awaited<ReturnType<typeof listDataSources>>[number]

const isSeen = (caller: Caller, { kind, company_id: companyId, is_readable: isReadable }: Listed): boolean => {
  if (kind !== 'connection') return seesContacts(caller)
  return isReadable && (caller.companies === 'all' || (companyId !== null && caller.companies.includes(companyId)))
}

/** A user who sees some companies only sees what these share, and nothing of the agency's own sources. */
export const seenSources = async (tx: Tx, caller: Caller): Promise<SeenSources> => {
  const all = await listDataSources(tx, caller.clientId)
  const seen = all.filter((source) => isSeen(caller, source))
  return {
    ids: seen.length === all.length ? undefined : seen.map(({ id }) => id),
    connectionIds: new Set(seen.filter(({ kind }) => kind === 'connection').map(({ id }) => id)),
  }
}

/** The caller sees no contacts of this source, or there is no such source. */
export const checkSeen = ({ connectionIds }: SeenSources, connectionId: string): void => {
  if (!connectionIds.has(connectionId)) throw new AppError('NOT_FOUND')
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
