// From the agency that read to the company whose contacts they are.
import type { Link } from '#server/platform/audit/chain.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { findOwnIds } from '../projection/service.ts'
import { hashOf } from './hash.ts'
import type { LedgerRow } from './model.ts'
import * as queries from './queries.ts'

const readsAtOnce = 200

type OwnIds = ReadonlyMap<string, string>

const entryOf = ({ company_id, client_id: _agency, ...read }: queries.ReadRow, ownIds: OwnIds, before: Link): LedgerRow => {
  const row = {
    ...read,
    client_id: company_id,
    contact_ids: read.contact_ids.flatMap((id) => ownIds.get(id) ?? []),
    seq: before.seq + 1,
    prev_hash: before.hash,
  }
  return { ...row, hash: hashOf({ ...row, at_us: row.at.getTime() * 1000 }) }
}

/**
 * Moves the oldest reads in one transaction: either they are still at the agency, or they are in the ledger. Returns
 * how many were moved.
 */
export const moveReads = async (tx: Tx, waiting: queries.WaitingRef, most = readsAtOnce): Promise<number> => {
  const reads = await queries.takeReads(tx, waiting, most)
  const [first] = reads
  if (!first) return 0
  const { company_id: clientId, connection_id: connectionId } = first
  const sharedIds = [...new Set(reads.flatMap(({ contact_ids: ids }) => ids))]
  const ownIds = await findOwnIds(tx, { clientId, connectionId }, sharedIds)
  let before = await queries.lockHead(tx, clientId)
  const entries: LedgerRow[] = []
  for (const read of reads) {
    const entry = entryOf(read, ownIds, before)
    entries.push(entry)
    before = entry
  }
  await queries.insertEntries(tx, entries)
  await queries.moveHead(tx, clientId, before)
  return reads.length
}
