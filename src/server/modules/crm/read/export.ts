// Contacts as a file. What companies share is part of it if they allow exports.
import { Readable } from 'node:stream'
import { exportContacts as exportRoute, exportHeaders, exportMax, exportsPerDay } from '#contract/crm/records.ts'
import { systemClock } from '#server/platform/clock.ts'
import { csvLineOf } from '#server/platform/files/csv.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { countActs } from '../../audit/service.ts'
import type { SharedSource } from '../../connections/companies/model.ts'
import { describeSources } from '../../connections/companies/service.ts'
import { recordReads } from '../../ledger/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import { acts } from './acts.ts'
import * as queries from './queries.ts'
import { readsOf } from './seen-fields.ts'
import { chosenSources, checkFilter, readingOf, toContact, type ContactFilter } from './service.ts'
import { explainerOf, ghostOf, listedOf, seenSources, type SeenSources } from './sources.ts'

interface Known {
  explain: ReturnType<typeof explainerOf>
  seen: SeenSources
}

const columns = [
  ['Name', (row, { explain, seen }) => toContact(row, explain, seen).name],
  ['First name', ({ first_name: name }) => name],
  ['Last name', ({ last_name: name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company],
  ['City', ({ city }) => city],
  ['Region', ({ region }) => region],
  ['Postal code', ({ postal_code: code }) => code],
  ['Country', ({ country }) => country],
  ['Source', ({ source }) => source],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Created', ({ created_at: at }) => at.toISOString()],
  ['Updated', ({ updated_at: at }) => at?.toISOString() ?? null],
  ['Shared by', (row, { explain }) => explain(row.data_source_id, row.id)?.company ?? null],
  ['Ghost company', (row, { seen }) => ghostOf(seen, row.data_source_id)?.name ?? null],
  ['ID', ({ id }) => id],
] as const satisfies readonly (readonly [string, (row: queries.ExportedRow, known: Known) => string | null])[]

const header = csvLineOf(columns.map(([title]) => title))

interface Selection {
  /** What the file has. */
  exported: queries.ContactFilter
  /** What it would have, if every company allowed exports. Undefined: all of them do. */
  notAllowed: queries.ContactFilter | undefined
  sources: ReadonlyMap<string, SharedSource>
  seen: SeenSources
}

/** Decided anew for every part of a file: an agreement may end or change meanwhile. */
const select = async (tx: Tx, context: Pick<Context, 'caller'>, query: ContactFilter): Promise<Selection> => {
  const { clientId } = context.caller
  const seen = await seenSources(tx, context.caller)
  const chosen = await chosenSources(tx, context, seen, query)
  // Nothing of a connection that shares totals only, not even how many contacts it has.
  const listed = listedOf(seen, query.connection_id ?? [...seen.connectionIds])
  const connectionIds = listed.filter((id) => seen.connectionIds.has(id))
  const sources = await describeSources(tx, clientId, connectionIds)
  const forbidden = connectionIds.filter((id) => !sources.get(id)?.allowsExport)
  const [first] = forbidden
  if (first !== undefined && query.connection_id !== undefined && forbidden.length === listed.length)
    throw new AppError('FORBIDDEN', { detail: `Your agreement with ${sources.get(first)?.company} doesn't allow exports.` })
  const { held, search } = query
  const all = { clientId, held, search, ...chosen }
  const isMixed = chosen.integrationId === undefined && forbidden.length > 0
  return {
    exported: { ...all, exceptSourceIds: isMixed ? forbidden : [] },
    // Not by what was searched for: the number would tell who is among them.
    notAllowed: isMixed && search === undefined ? { ...all, sourceIds: forbidden } : undefined,
    sources,
    seen,
  }
}

const rowsAtOnce = 1000

/** The part is in the ledgers of the companies before it is sent. */
const readPart = (context: Context, query: ContactFilter, part: { after: queries.Mark | undefined; limit: number }) =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: exportRoute.access })
    const { exported, sources, seen } = await select(tx, { caller }, query)
    const rows = await queries.selectContactsAfter(tx, exported, part)
    await recordReads(tx, readingOf(context, 'export'), readsOf(rows, sources))
    const known = { explain: explainerOf(sources), seen }
    const text = rows.map((row) => csvLineOf(columns.map(([, read]) => read(row, known)))).join('')
    const last = rows.at(-1)
    return { text, count: rows.length, after: last && { createdAt: last.mark, id: last.id } }
  })

/** One short transaction per part, and the next one only when the reader has consumed the part. */
async function* parts(context: Context, query: ContactFilter, count: number): AsyncGenerator<string> {
  yield header
  let after: queries.Mark | undefined
  let left = count
  while (left > 0) {
    const limit = Math.min(rowsAtOnce, left)
    const part = await readPart(context, query, { after, limit })
    if (part.text !== '') yield part.text
    if (!part.after || part.count < limit) return
    after = part.after
    left -= part.count
  }
}

const day = 86_400_000

const checkRoom = async (tx: Tx, clientId: string): Promise<void> => {
  const from = new Date(Date.now() - day)
  if ((await countActs(tx, { clientId, action: acts['contacts.exported'].name, from })) < exportsPerDay) return
  throw new AppError('TOO_MANY_REQUESTS', {
    detail: `An account can export contacts up to ${exportsPerDay} times in 24 hours. Try again later.`,
    retryAfter: 3600,
  })
}

interface ExportedContacts {
  name: string
  headers: Record<string, string>
  content: Readable
}

/** Recorded before anything is sent, so that a download that breaks off is recorded too. */
export const exportContacts = async (context: Context, query: ContactFilter): Promise<ExportedContacts> => {
  checkFilter(query)
  const { contacts, notAllowed, overLimit } = await context.inClient(async (tx) => {
    await checkRoom(tx, context.caller.clientId)
    const selection = await select(tx, context, query)
    const found = await queries.countContacts(tx, selection.exported)
    const counts = {
      contacts: Math.min(found, exportMax),
      notAllowed: selection.notAllowed ? await queries.countContacts(tx, selection.notAllowed) : 0,
      overLimit: Math.max(0, found - exportMax),
    }
    const { integration_id: source, connection_id: connection } = query
    const after = {
      contacts: counts.contacts,
      not_allowed: counts.notAllowed,
      source: source ?? null,
      connection: connection?.join(', ') ?? null,
    }
    await record(tx, acts['contacts.exported'], { clientId: context.caller.clientId, after })
    return counts
  })
  return {
    name: `contacts-${systemClock.now().toISOString().slice(0, 10)}.csv`,
    headers: {
      [exportHeaders.contacts]: String(contacts),
      [exportHeaders.notAllowed]: String(notAllowed),
      [exportHeaders.overLimit]: String(overLimit),
    },
    content: Readable.from(parts(context, query, contacts)),
  }
}
