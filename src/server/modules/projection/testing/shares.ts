// Who is shared: as it is stored, and as plain TypeScript evaluates it.
import type { Database } from '#server/platform/db/scope.ts'
import { evaluate, type PlainData, type Shared } from '../../criteria/testing/evaluate.ts'
import type { Share } from '../model.ts'
import type { Member } from './expected.ts'

/** The records that an agency has rows of, by the company's ids, and those among them that left. */
export const membersOf = (
  database: Database,
  { sharing, connectionId }: Pick<Share, 'sharing' | 'connectionId'>,
): Promise<{ ids: Map<string, Member>; withdrawn: Set<string> }> =>
  database.asSystem('test: who is shared', async (tx) => {
    const rows = await tx
      .selectFrom('shared_record')
      .selectAll()
      .where('client_id', '=', sharing.clientId)
      .where('connection_id', '=', connectionId)
      .where('state', '<>', 'removed')
      .execute()
    return {
      ids: new Map(rows.map((row) => [row.record_id, { sharedId: row.shared_id, sharedFrom: row.shared_from }])),
      withdrawn: new Set(rows.filter(({ state }) => state === 'withdrawn').map((row) => row.shared_id)),
    }
  })

/** What criteria share, record by record. */
export const sharedBy = ({ criteria, sharing }: Share, data: PlainData): Shared => {
  const { acceptedAt, exclusionTag, excludedIds } = sharing
  const found = evaluate(criteria, data, { acceptedAt: acceptedAt?.toISOString(), exclusionTag, excludedIds })
  const { record_types: types } = criteria
  return {
    contacts: types.includes('contact') ? found.contacts : [],
    opportunities: types.includes('opportunity') ? found.opportunities : [],
  }
}
