// Who at an agency saw which contacts of a company. Reads are recorded in the agency's account, in the transaction that
// reads, and moved to the company's soon after.
import { sortFields } from '#contract/criteria/fields.ts'
import type { verifySeen } from '#contract/connections/ledger.ts'
import type { Reply } from '#contract/kit/route.ts'
import { firstOf, problemsOfEnd, type Link } from '#server/platform/audit/chain.ts'
import { selectEnds, selectUnlikeDay } from '#server/platform/audit/chain-queries.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { ScopedWork } from '#server/platform/http/context.ts'
import type { ExportedFiles, LedgerFilter, LedgerRef, Read, Reading, SeenEntry } from './model.ts'
import { moveReads } from './move.ts'
import * as queries from './queries.ts'
import { checkLinks } from './verify.ts'

/** Called in the transaction that read the contacts: what is not recorded is not shown. */
export const recordReads = async (tx: Tx, reading: Reading, reads: readonly Read[]): Promise<void> => {
  const some = reads.filter(({ contactIds }) => contactIds.length > 0)
  if (some.length > 0) await queries.insertReads(tx, reading, some)
}

/** Moves what the agency read under a connection until now. */
export const settleReads = async (tx: Tx, waiting: queries.WaitingRef): Promise<void> => {
  while ((await moveReads(tx, waiting)) > 0);
}

const settledByReader = 50

/** The oldest of them, before somebody looks: who looks does not wait for more. The job moves the others. */
export const settleOldest = async (tx: Tx, waiting: queries.WaitingRef): Promise<void> => {
  await moveReads(tx, waiting, settledByReader)
}

interface Asked {
  filter: LedgerFilter
  page: number
  size: number
}

/** Newest first. A file is one entry, with all contacts in it. */
export const listEntries = async (tx: Tx, ref: LedgerRef, asked: Asked): Promise<{ entries: SeenEntry[]; total: number }> => {
  const { rows, total } = await queries.selectEntries(tx, ref, asked)
  const requestIds = rows.filter(({ kind }) => kind === 'export').map((row) => row.request_id)
  const found = requestIds.length === 0 ? [] : await queries.selectFiles(tx, ref, requestIds)
  const files = new Map(found.map((file) => [file.request_id, file]))
  const entries = rows.map((row) => {
    const file = row.kind === 'export' ? files.get(row.request_id) : undefined
    return { row, contacts: file?.contacts ?? row.contact_ids.length, fields: file ? sortFields(file.fields) : row.fields }
  })
  return { entries, total }
}

const namedExports = 1000

/** Files that users of the agency have, newest first. */
export const listExports = (tx: Tx, ref: LedgerRef): Promise<ExportedFiles[]> => queries.selectExports(tx, ref, namedExports)

const linksAtOnce = 1000

type Scope = <T>(work: ScopedWork<T>) => Promise<T>

/** Computes the chain of a company again, in short transactions, up to its end at the beginning. */
export const verifyLedger = async (inScope: Scope, clientId: string): Promise<Reply<typeof verifySeen>> => {
  const { ends, unlikeDay } = await inScope(async (tx) => ({
    unlikeDay: await selectUnlikeDay(tx, 'ledger', clientId),
    ends: await selectEnds(tx, 'ledger', clientId),
  }))
  const until = ends.last_seq ?? 0
  let [after, checked]: [Link, number] = [{ seq: 0, hash: '' }, 0]
  for (;;) {
    const rows = await inScope((tx) => queries.selectLinks(tx, clientId, { after, until, limit: linksAtOnce }))
    const found = checkLinks(rows, after)
    checked += rows.length
    const isLast = rows.length < linksAtOnce || firstOf([found]) !== null
    if (isLast) {
      const firstBroken = firstOf([found, problemsOfEnd(ends, unlikeDay)])
      return { isIntact: firstBroken === null, checked, head: ends.head_hash, firstBroken }
    }
    after = rows.at(-1) ?? after
  }
}
