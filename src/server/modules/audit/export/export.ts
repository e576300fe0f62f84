import { Readable } from 'node:stream'
import type { Context } from '#server/platform/http/context.ts'
import { systemClock } from '#server/platform/clock.ts'
import { record } from '../../acts/service.ts'
import { acts } from '../acts.ts'
import { filterOf, limitTo, type AuditQuery } from '../filter.ts'
import { csvHeader, csvLine, jsonLine, type ExportedRow } from './format.ts'
import { selectEntries, selectEntriesAfter, type AuditFilter, type Mark } from '../queries.ts'
import { checkLog, describe, isReasonHidden, looking, recordLogViews } from '../service.ts'

type Format = 'csv' | 'json'

const pageSize = 1000
const beginning: Mark = { clientId: '00000000-0000-0000-0000-000000000000', seq: 0 }

const readPage = (context: Context, { filter, format, after }: { filter: AuditFilter; format: Format; after: Mark }) =>
  looking(context, async (tx) => {
    const seen = await limitTo(tx, context.caller, filter)
    const rows: ExportedRow[] = await selectEntriesAfter(tx, seen, { after, limit: pageSize })
    const reader = { isStaff: context.caller.isStaff, hidesReason: (row: ExportedRow) => isReasonHidden(context, row) }
    const lines = format === 'json' ? rows.map(jsonLine(reader)) : (await describe(tx, context, rows)).map(csvLine)
    return { last: rows.at(-1), count: rows.length, text: lines.join('') }
  })

/** One short transaction per page, and the next one only when the reader has consumed the page. */
async function* pages(context: Context, filter: AuditFilter, format: Format): AsyncGenerator<string> {
  if (format === 'csv') yield csvHeader
  let after = beginning
  for (;;) {
    const { last, count, text } = await readPage(context, { filter, format, after })
    if (text !== '') yield text
    if (!last || count < pageSize) return
    after = { clientId: last.client_id, seq: last.seq }
  }
}

/** An export is recorded in the exported log; an export of all accounts, in the log of staff. */
const noteExport = (context: Context, query: AuditQuery & { format: Format }, filter: AuditFilter): Promise<void> =>
  looking(context, async (tx) => {
    const { clientId = context.caller.clientId } = filter
    await checkLog(tx, clientId)
    if (filter.clientId === undefined)
      await recordLogViews(tx, context, { filter, rows: await selectEntries(tx, filter, { skip: 0, limit: 1 }) })
    const filters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value ?? null]))
    await record(tx, acts['audit.exported'], { clientId, after: filters })
  })

interface ExportedFile {
  name: string
  type: string
  content: Readable
}

export const exportAudit = async (context: Context, query: AuditQuery & { format: Format }): Promise<ExportedFile> => {
  const { format } = query
  const filter = filterOf(context.caller, query)
  await noteExport(context, query, filter)
  const day = systemClock.now().toISOString().slice(0, 10)
  return {
    name: `audit-${day}.${format === 'csv' ? 'csv' : 'jsonl'}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    content: Readable.from(pages(context, filter, format)),
  }
}
