// What a company chose before the connection was accepted.
import type { Tx } from '#server/platform/db/scope.ts'
import { lookUpIntegration } from '../../integrations/service.ts'
import { refOf, type ConnectionRow } from '../model.ts'
import { isSharedAlready, selectNewest, updateVersion, type VersionRow } from './queries.ts'
import { criteriaOf } from './show.ts'
import type { Locked } from './steps.ts'
import { freezeDraft } from './sending/submit.ts'

interface Prepared {
  draft: VersionRow
  integrationId: string
  /** The company acknowledged it, to be sent with the invitation. */
  isSent: boolean
}

export const bySide = ({ own, other }: Locked['sides']): { company: ConnectionRow; agency: ConnectionRow } =>
  own.side === 'COMPANY' ? { company: own, agency: other } : { company: other, agency: own }

/** The draft of the company, if its source can still be shared with the agency. */
export const findPrepared = async (tx: Tx, sides: Locked['sides']): Promise<Prepared | undefined> => {
  const { company, agency } = bySide(sides)
  const draft = await selectNewest(tx, refOf(company))
  if (draft?.state !== 'draft') return undefined
  const { integration_id: integrationId } = criteriaOf(draft)
  const source = await lookUpIntegration(tx, { clientId: company.client_id, integrationId })
  if (!source || source.status === 'disconnected') return undefined
  if (await isSharedAlready(tx, refOf(company), { partnerId: agency.client_id, integrationId })) return undefined
  return { draft, integrationId, isSent: draft.acknowledged_at !== null }
}

/** What the company acknowledged for others, or for a source that cannot be shared now, has to be acknowledged again. */
export const forgetAcknowledgement = async (tx: Tx, company: ConnectionRow): Promise<void> => {
  const draft = await selectNewest(tx, refOf(company))
  if (draft?.state !== 'draft' || draft.acknowledged_at === null) return
  await updateVersion(tx, { ...refOf(company), version: draft.version }, { acknowledged_at: null })
}

/** The agency accepted the invitation: it reviews what came with it. */
export const submitPrepared = async (tx: Tx, sides: Locked['sides'], draft: VersionRow, at: Date): Promise<void> => {
  const { company, agency } = bySide(sides)
  await freezeDraft(tx, { own: company, other: agency }, draft, { state: 'submitted', submitted_at: at })
}
