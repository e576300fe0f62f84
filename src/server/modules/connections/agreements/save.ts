import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { whoMay } from '#contract/kit/route.ts'
import { jsonText } from '#server/platform/db/json.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../acts/service.ts'
import { lockClient, readClient } from '../../clients/service.ts'
import { findSensitive, previewCriteria } from '../../criteria/service.ts'
import { findIdsAtAgency } from '../../projection/service.ts'
import { assertStillAllowed } from '../../users/access/service.ts'
import { namesOfPresentUsers } from '../../users/service.ts'
import { acts } from '../acts.ts'
import { actorOf, refOf, requireTransition, type ConnectionRef, type ConnectionRow } from '../model.ts'
import { noteOnConnection, selectConnection } from '../queries.ts'
import { showConnection } from '../show.ts'
import { checkVersion, lockSeen } from '../sides.ts'
import { deleteVersion, isSharedAlready, selectNewest, selectVersion, writeVersion, type VersionRow } from './queries.ts'
import { criteriaOf, showVersion } from './show.ts'
import { findAgreed, type Step } from './steps.ts'
import { namesFor, textOf } from './text.ts'

/** While the invitation is open the company does not know which account it invited. */
export const checkFree = async (tx: Tx, connection: ConnectionRow, integrationId: string): Promise<void> => {
  if (connection.state === 'INVITED') return
  if (await isSharedAlready(tx, refOf(connection), { partnerId: connection.partner_id, integrationId }))
    throw new AppError('CONNECTION_EXISTS', {
      field: 'criteria.integration_id',
      detail: 'You already share this source with them under another connection.',
    })
}

/** A draft is replaced; after anything else a new version begins. */
const numberOf = (newest: VersionRow | undefined): number => {
  if (!newest) return 1
  return newest.state === 'draft' ? newest.version : newest.version + 1
}

interface Base {
  /** The hash of the newest version that the user has seen. Null: there was none. */
  base?: string | null | undefined
}

/** Nobody replaces or discards what somebody else saved meanwhile without having seen it. */
const checkBase = (newest: VersionRow | undefined, { base }: Base): void => {
  if (base === undefined || base === (newest?.text_hash ?? null)) return
  throw new AppError('STALE_VERSION', { detail: 'Another user saved a draft meanwhile, so nothing was changed.' })
}

interface Saving extends Step, Base {
  criteria: Criteria
}

export const saveCriteria = async (context: Context, { id, version, criteria, ...saving }: Saving): Promise<CriteriaVersion> => {
  const { clientId } = context.caller
  // Before anything is locked. A draft is counted exactly when it is sent.
  const { shared, isEstimate } = await context.inClient((tx) => previewCriteria(tx, clientId, criteria, { estimate: true }))
  return context.asSystem('connections: save criteria', async (tx) => {
    const company = (await lockClient(tx, clientId))?.name ?? ''
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('criteria', 'w') })
    const ref = { clientId, connectionId: id }
    const sides = await lockSeen(tx, caller, ref)
    checkVersion(sides, version)
    requireTransition(sides.own, 'save_criteria', actorOf(caller, sides.own))
    const newest = await selectNewest(tx, ref)
    checkBase(newest, saving)
    await checkFree(tx, sides.own, criteria.integration_id)
    const names = await namesFor(tx, { clientId, company }, criteria)
    const { sentence, textHash } = textOf(criteria, names)
    const row = await writeVersion(tx, {
      client_id: clientId,
      connection_id: id,
      version: numberOf(newest),
      state: 'draft',
      criteria: jsonText(criteria),
      names: jsonText(names),
      sentence,
      text_hash: textHash,
      contacts: shared.contacts,
      opportunities: shared.opportunities,
      is_estimate: isEstimate,
      user_id: caller.userId,
      saved_at: new Date(),
    })
    if (sides.own.state === 'DRAFT') await noteOnConnection(tx, ref, { integration_id: criteria.integration_id })
    await record(tx, acts['connection.criteria_saved'], { clientId, object: { id }, after: { version: row.version } })
    const before = await selectVersion(tx, ref, row.version - 1)
    return showVersion(sides.own, { row, before, names: await namesOfPresentUsers(tx, clientId, [row.user_id]) })
  })
}

/** What was sent before, or what is in force, is where the company goes on from. */
export const discardCriteria = (context: Context, { id, version, ...discarding }: Step & Base): Promise<Connection> =>
  context.asSystem('connections: discard criteria', async (tx) => {
    const { clientId } = context.caller
    await lockClient(tx, clientId)
    const caller = await assertStillAllowed(tx, context.caller, { clientId, access: whoMay('criteria', 'w') })
    const ref = { clientId, connectionId: id }
    const sides = await lockSeen(tx, caller, ref)
    checkVersion(sides, version)
    const { own } = sides
    const draft = await selectNewest(tx, ref)
    requireTransition(own, 'discard', actorOf(caller, own), { hasDraft: draft?.state === 'draft' })
    if (!draft) throw new AppError('ACTION_NOT_ALLOWED')
    checkBase(draft, discarding)
    await deleteVersion(tx, { ...ref, version: draft.version })
    const before = await selectNewest(tx, ref)
    if (own.state === 'DRAFT')
      await noteOnConnection(tx, ref, { integration_id: before ? criteriaOf(before).integration_id : null })
    await record(tx, acts['connection.criteria_discarded'], { clientId, object: { id }, before: { version: draft.version } })
    return showConnection(tx, own, caller)
  })

/** The connection that the caller's company edits criteria of. */
const findOwn = async (tx: Tx, ref: ConnectionRef): Promise<ConnectionRow> => {
  const row = await selectConnection(tx, ref)
  if (row?.side !== 'COMPANY') throw new AppError('NOT_FOUND')
  return row
}

interface Previewed {
  /** Undefined: the newest saved ones. */
  criteria?: Criteria
  estimate?: boolean
}

export const preview = (context: Context, id: string, { criteria: given, estimate }: Previewed = {}): Promise<CriteriaPreview> =>
  context.inClient(async (tx) => {
    const { clientId } = context.caller
    const ref = { clientId, connectionId: id }
    const connection = await findOwn(tx, ref)
    const newest = given ? undefined : await selectNewest(tx, ref)
    const criteria = given ?? (newest && criteriaOf(newest))
    if (!criteria) throw new AppError('NOT_FOUND')
    const agreed = await findAgreed(tx, connection)
    const compared = agreed && { acceptedAt: agreed.shares_from, against: criteriaOf(agreed) }
    const findSharedIds = (contactIds: readonly string[]) => findIdsAtAgency(tx, ref, contactIds)
    const found = await previewCriteria(tx, clientId, criteria, { ...compared, estimate, findSharedIds, stop: context })
    const { name: company } = await readClient(tx, clientId)
    const names = await namesFor(tx, { clientId, company }, criteria)
    const { segments, textHash } = textOf(criteria, names)
    return { ...found, sentence: segments, textHash, sensitive: await findSensitive(tx, clientId, { criteria, names }) }
  })
