// How much a draft shares when it is sent, and whether it shares something that the version in force does not.
import type { Criteria } from '#contract/criteria/criteria.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Preview, Sensitive } from '../../../criteria/model.ts'
import { findSensitive, previewCriteria } from '../../../criteria/service.ts'
import { selectConnection } from '../../queries.ts'
import { selectNewest, type VersionRow } from '../queries.ts'
import { criteriaOf, namesOf } from '../show.ts'
import { findAgreed } from '../steps.ts'

export interface Counted {
  /** Of the draft that was counted. Undefined: there was none. */
  textHash: string | undefined
  contacts: number
  opportunities: number
  isEstimate: boolean
  isInvited: boolean
  /** What looks sensitive. */
  sensitive: readonly Sensitive[]
  /** What is compared with: the version in force, and whether the draft shares something today that it does not. */
  agreed: { version: number; addsRecords: boolean } | undefined
}

/** Of a source that takes too long to count, the counts are estimated, and nothing is compared. */
const countCriteria = async (context: Context, criteria: Criteria, agreed: VersionRow | undefined): Promise<Preview> => {
  const { clientId } = context.caller
  const acceptedAt = agreed?.shares_from ?? null
  try {
    const against = agreed && criteriaOf(agreed)
    return await context.inClient((tx) => previewCriteria(tx, clientId, criteria, { against, acceptedAt }))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error
    return context.inClient((tx) => previewCriteria(tx, clientId, criteria, { acceptedAt, estimate: true }))
  }
}

/** What is not known to be shared already may be more. */
const addsRecords = ({ change }: Preview): boolean => change === null || change.added.contacts + change.added.opportunities > 0

/** Counted before anything is locked: it may take seconds. */
export const countDraft = async (context: Context, id: string): Promise<Counted> => {
  const { draft, connection, agreed } = await context.inClient(async (tx) => {
    const ref = { clientId: context.caller.clientId, connectionId: id }
    const row = await selectConnection(tx, ref)
    return { draft: await selectNewest(tx, ref), connection: row, agreed: row && (await findAgreed(tx, row)) }
  })
  const isInvited = connection?.state === 'INVITED'
  if (draft?.state !== 'draft')
    return { textHash: undefined, contacts: 0, opportunities: 0, isEstimate: false, isInvited, sensitive: [], agreed: undefined }
  const about = { criteria: criteriaOf(draft), names: namesOf(draft) }
  const sensitive = await context.inClient((tx) => findSensitive(tx, draft.client_id, about))
  const counted = await countCriteria(context, about.criteria, agreed)
  return {
    textHash: draft.text_hash,
    ...counted.shared,
    isEstimate: counted.isEstimate,
    isInvited,
    sensitive,
    agreed: agreed && { version: agreed.version, addsRecords: addsRecords(counted) },
  }
}

/** None in a sample may still be some. */
export const requireMatches = (draft: VersionRow, { contacts, opportunities, isEstimate }: Counted): void => {
  if (contacts + opportunities > 0 || isEstimate || criteriaOf(draft).future_only) return
  throw new AppError('VALIDATION_FAILED', {
    field: 'criteria',
    detail: 'Nothing matches right now. Change the conditions, or share only what comes later.',
  })
}
