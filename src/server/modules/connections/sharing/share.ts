import type { Tx } from '#server/platform/db/scope.ts'
import { loadExclusions } from '../../exclusions/service.ts'
import { lostFields, type Share } from '../../projection/model.ts'
import { selectVersion } from '../agreements/queries.ts'
import { criteriaOf } from '../agreements/show.ts'
import type { ConnectionRef, ConnectionRow } from '../model.ts'
import { selectConnection } from '../queries.ts'

const sharingStates: ReadonlySet<string> = new Set(['IN_PROCESS', 'ACTIVE'])

export const isSharing = ({ state }: ConnectionRow): boolean => sharingStates.has(state)

/** The name of the follower whose targets are connections. */
export const projectionName = 'projection'

interface Loaded {
  share: Share
  /** The version by which all records were evaluated. */
  projectedVersion: number | null
}

/** What the company shares under a connection now. Undefined: nothing, or the agency's subscription is on hold. */
export const loadShare = async (tx: Tx, ref: ConnectionRef): Promise<Loaded | undefined> => {
  const row = await selectConnection(tx, ref)
  if (!row || row.side !== 'COMPANY' || !isSharing(row) || row.health === 'subscription_hold') return undefined
  const { version_in_force: version, partner_id: agencyId } = row
  const agreed = version === null ? undefined : await selectVersion(tx, ref, version)
  if (!agreed || agencyId === null) return undefined
  const share = {
    connectionId: row.id,
    agencyId,
    version: agreed.version,
    criteria: criteriaOf(agreed),
    sharing: {
      clientId: row.client_id,
      acceptedAt: agreed.shares_from,
      ...(await loadExclusions(tx, row.client_id)),
    },
  }
  return { share, projectedVersion: row.projected_version }
}

/** Fields that the agency's rows have under the version before, and no longer under this one. */
export const loadLostFields = async (tx: Tx, ref: ConnectionRef, { share, projectedVersion }: Loaded): Promise<string[]> => {
  if (projectedVersion === null || projectedVersion === share.version) return []
  const before = await selectVersion(tx, ref, projectedVersion)
  return before ? lostFields(criteriaOf(before), share.criteria) : []
}
