// What a company shares with no agency, whatever criteria say. What agencies have of it is erased by the projection.
import { defaultExclusionTag, exclusionLimits, type ExcludedContact } from '#contract/exclusions.ts'
import { comparable } from '#contract/criteria/text.ts'
import { whoMay } from '#contract/kit/route.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context } from '#server/platform/http/context.ts'
import { record } from '../acts/service.ts'
import { recordChanges } from '../changes/service.ts'
import { lockClient } from '../clients/service.ts'
import { listDataSources } from '../crm/service.ts'
import { assertStillAllowed } from '../users/access/service.ts'
import { acts } from './acts.ts'
import * as queries from './queries.ts'

/** What is never shared of a company's records. */
export const loadExclusions = async (tx: Tx, clientId: string): Promise<{ exclusionTag: string; excludedIds: string[] }> => ({
  exclusionTag: (await queries.selectTag(tx, clientId))?.tag ?? defaultExclusionTag,
  excludedIds: await queries.selectExcludedIds(tx, clientId),
})

interface Wanted {
  contact_id?: string | undefined
  page: number
  size: number
}

export const listExclusions = (
  context: Context,
  { contact_id: contactId, ...page }: Wanted,
): Promise<{ tag: string; items: ExcludedContact[]; total: number }> =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    const tag = (await queries.selectTag(tx, clientId))?.tag ?? defaultExclusionTag
    const { items, total } = await queries.selectExcluded(tx, { clientId, contactId, ...page })
    const shown = items.map((row) => ({
      contactId: row.id,
      name: [row.first_name, row.last_name].filter(Boolean).join(' '),
      email: row.email,
      excludedAt: row.excluded_at.toISOString(),
      excludedBy: [row.user_name, row.user_lastname].filter(Boolean).join(' ') || null,
      isByTag: row.is_by_tag,
    }))
    return { tag, items: shown, total }
  })

/** One change at a time in an account, by a user who may still do it. */
const change = <T>(context: Context, work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    await lockClient(tx, clientId)
    return work(tx, await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('criteria', 'w') }))
  })

export const changeTag = (context: Context, dispatcher: Dispatcher, tag: string): Promise<{ tag: string }> =>
  change(context, async (tx, caller) => {
    const { clientId } = caller
    const before = (await queries.selectTag(tx, clientId))?.tag ?? defaultExclusionTag
    await queries.writeTag(tx, clientId, tag)
    if (comparable(before) !== comparable(tag))
      for (const { id: dataSourceId } of await listDataSources(tx, clientId))
        await recordChanges(tx, dispatcher, { clientId, dataSourceId }, [{ object: 'exclusion', kind: 'changed', ids: [] }])
    await record(tx, acts['exclusion.tag_changed'], {
      clientId,
      by: caller,
      object: { id: clientId, name: tag },
      isAudited: before !== tag,
      before: { tag: before },
      after: { tag },
    })
    return { tag }
  })

/** The contacts as changed records, so that the projection evaluates them again. */
const noteChanged = async (tx: Tx, dispatcher: Dispatcher, clientId: string, contacts: Contacts): Promise<void> => {
  for (const [dataSourceId, rows] of Map.groupBy(contacts, ({ data_source_id: source }) => source))
    await recordChanges(tx, dispatcher, { clientId, dataSourceId }, [
      {
        object: 'contact',
        kind: 'changed',
        ids: rows.flatMap(({ id, merged_into: into }) => (into === null ? [id] : [id, into])),
      },
    ])
}

type Contacts = Awaited<ReturnType<typeof queries.selectContacts>>

export const excludeContacts = (
  context: Context,
  dispatcher: Dispatcher,
  contactIds: readonly string[],
): Promise<{ excluded: number }> =>
  change(context, async (tx, caller) => {
    const { clientId, userId } = caller
    const wanted = [...new Set(contactIds)]
    const contacts = await queries.selectContacts(tx, clientId, wanted)
    if (contacts.filter(({ deleted_at: at }) => at === null).length < wanted.length) throw new AppError('NOT_FOUND')
    const added = new Set(await queries.insertExcluded(tx, clientId, wanted, { userId, at: new Date() }))
    if ((await queries.countExcluded(tx, clientId)) > exclusionLimits.contacts)
      throw new AppError('VALIDATION_FAILED', {
        field: 'contactIds',
        detail: `You can exclude up to ${exclusionLimits.contacts} contacts one by one. Tag them in your CRM instead.`,
      })
    if (added.size === 0) return { excluded: 0 }
    await noteChanged(
      tx,
      dispatcher,
      clientId,
      contacts.filter(({ id }) => added.has(id)),
    )
    await record(tx, acts['exclusion.added'], {
      clientId,
      by: caller,
      object: { id: clientId },
      counts: { contacts: added.size },
      after: { contacts: [...added] },
    })
    return { excluded: added.size }
  })

export const includeContact = (context: Context, dispatcher: Dispatcher, contactId: string): Promise<{ included: true }> =>
  change(context, async (tx, caller) => {
    const { clientId } = caller
    const included = await queries.deleteExcluded(tx, clientId, contactId)
    if (included.length === 0) throw new AppError('NOT_FOUND')
    await noteChanged(tx, dispatcher, clientId, await queries.selectContacts(tx, clientId, [contactId, ...included]))
    await record(tx, acts['exclusion.removed'], {
      clientId,
      by: caller,
      object: { id: clientId },
      before: { contacts: included },
    })
    return { included: true as const }
  })
